package import Measurement

/// The source or destination of datagrams: a numeric address or an in-process network name, and a port.
package struct DatagramAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// One received datagram.
package struct Datagram: Hashable, Sendable {
    package var bytes: [UInt8]
    package var source: DatagramAddress
    /// The arrival time, stamped as near to the wire as the port can.
    package var at: Moment

    package init(bytes: [UInt8], source: DatagramAddress, at: Moment) {
        self.bytes = bytes
        self.source = source
        self.at = at
    }
}
