import Measurement
import NIOCore

/// The senders of the datagrams at a socket. It keeps the last one, from which most datagrams come: making an address of it
/// takes longer than reading the datagram.
struct DatagramSenders {
    /// The interface of link-local senders.
    let zone: String?
    private var last: (address: SocketAddress, source: DatagramAddress)?

    init(zone: String?) {
        self.zone = zone
    }

    /// A datagram as a socket received it; `nil` if its sender has no IP address.
    mutating func datagram(_ envelope: AddressedEnvelope<ByteBuffer>, at moment: Moment) -> Datagram? {
        guard let source = source(envelope.remoteAddress) else { return nil }
        return Datagram(bytes: Array(envelope.data.readableBytesView), source: source, at: moment)
    }

    private mutating func source(_ address: SocketAddress) -> DatagramAddress? {
        if let last, last.address == address { return last.source }
        guard let text = address.ipAddress, let port = address.port else { return nil }
        let host = IPAddress(text).map { $0.isLinkLocal ? $0.inZone(zone).description : $0.description } ?? text
        let source = DatagramAddress(host: host, port: port)
        last = (address, source)
        return source
    }
}
