package import Measurement

/// Where datagrams come from and go to: a numeric address, or a name of an in-process network, and a port.
package struct DatagramAddress: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// One datagram that has arrived.
package struct Datagram: Hashable, Sendable {
    package var bytes: [UInt8]
    package var source: DatagramAddress
    /// When it was there, stamped as near to the wire as the port can.
    package var at: Moment

    package init(bytes: [UInt8], source: DatagramAddress, at: Moment) {
        self.bytes = bytes
        self.source = source
        self.at = at
    }
}
