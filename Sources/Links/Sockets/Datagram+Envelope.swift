import Measurement
import NIOCore

extension Datagram {
    /// A datagram as a socket received it; `nil` if its sender has no IP address.
    ///
    /// - Parameter zone: the interface of link-local senders.
    init?(_ envelope: AddressedEnvelope<ByteBuffer>, zone: String?, at moment: Moment) {
        guard let text = envelope.remoteAddress.ipAddress, let port = envelope.remoteAddress.port else { return nil }
        let host = IPAddress(text).map { $0.isLinkLocal ? $0.inZone(zone).description : $0.description } ?? text
        let source = DatagramAddress(host: host, port: port)
        self.init(bytes: Array(envelope.data.readableBytesView), source: source, at: moment)
    }
}
