import Measurement

/// A TCP connection whose moments are stamps of the kernel, for measurements.
///
/// It has its own thread, because NIO's sockets do not read stamps. ``send(_:thenReceiveUntil:)`` returns the kernel's stamp
/// of the sent bytes; the moments of received bytes are the kernel's, too. Where a stamp is missing, the moment is the
/// program's own: ``KernelStamps`` says which ones the kernel has taken.
final class StampedLink: Link {
    let name: String
    private let socket: StampedSocket

    init(_ socket: StampedSocket, name: String) {
        self.socket = socket
        self.name = name
    }

    deinit {
        // No reference is left that could close the link.
        socket.finish(abruptly: false, lingering: false)
    }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        try socket.send(bytes, name: name).moment
    }

    func send(_ bytes: [UInt8], thenReceiveUntil deadline: Moment) async throws(LinkError) -> (
        sentAt: Moment, event: LinkEvent
    ) {
        let sent = try socket.send(bytes, name: name)
        let event = await receive(until: deadline)
        return (socket.takeStamp(ofByte: sent.last) ?? sent.moment, event)
    }

    func receive(until deadline: Moment) async -> LinkEvent {
        let event = await socket.inbox.receive(until: deadline)
        socket.resume()
        return event
    }

    func close(abruptly: Bool) async {
        await withCheckedContinuation { continuation in
            socket.finish(abruptly: abruptly, lingering: true) { continuation.resume() }
        }
    }

    var roundTrip: LinkRoundTrip? { socket.roundTrip }
}
