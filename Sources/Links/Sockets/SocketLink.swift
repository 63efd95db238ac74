import Measurement
import NIOCore
import Synchronization

/// A TCP connection.
final class SocketLink: Link {
    let name: String
    private let channel: any Channel
    private let handler: NIOLoopBound<SocketLinkHandler>
    private let inbox: LinkInbox

    /// - Precondition: called on the channel's loop.
    init(_ handler: SocketLinkHandler, on channel: any Channel, name: String) {
        self.name = name
        self.channel = channel
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
        inbox = handler.inbox
    }

    deinit {
        // No reference is left that could close the link.
        channel.close(promise: nil)
    }

    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment {
        if channel.eventLoop.inEventLoop { return try handler.value.write(bytes, name: name).get() }
        let result = await withCheckedContinuation { continuation in
            channel.eventLoop.execute { [handler, name] in
                continuation.resume(returning: handler.value.write(bytes, name: name))
            }
        }
        return try result.get()
    }

    func receive(until deadline: Moment) async -> LinkEvent {
        let event = await inbox.receive(until: deadline)
        if inbox.takesMoreAgain() { channel.read() }
        return event
    }

    func send(_ bytes: [UInt8], thenReceiveUntil deadline: Moment) async throws(LinkError) -> (
        sentAt: Moment, event: LinkEvent
    ) {
        if channel.eventLoop.inEventLoop {
            let moment = try handler.value.write(bytes, name: name).get()
            return (moment, await receive(until: deadline))
        }
        // One switch to the loop's thread, which writes and then waits in the caller's place.
        let sent = Mutex<Result<Moment, LinkError>?>(nil)
        let event = await inbox.wait(until: deadline) { waiter in
            channel.eventLoop.execute { [handler, name, inbox] in
                let result = handler.value.write(bytes, name: name)
                sent.withLock { $0 = result }
                switch result {
                case .success: inbox.wait(waiter)
                case .failure: waiter.continuation.resume(returning: .timedOut(at: deadline))
                }
            }
        }
        if inbox.takesMoreAgain() { channel.read() }
        let result = sent.withLock { $0 } ?? .failure(LinkError(.closed, "\(name) is closed: open a new connection"))
        return (try result.get(), event)
    }

    func close(abruptly: Bool) async {
        await withCheckedContinuation { continuation in
            channel.eventLoop.execute { [handler] in
                handler.value.close(abruptly: abruptly) { continuation.resume() }
            }
        }
    }
}
