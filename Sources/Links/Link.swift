package import Measurement

/// A byte stream between a controller and an accessory: a TCP connection, or a pair of in-process queues.
///
/// Bytes arrive exactly as the other side sent them, in pieces of any size; each piece carries the moment at which it
/// was there, stamped as near to the wire as the link can.
package protocol Link: Sendable {
    /// What the link is, for messages: `127.0.0.1:51826`, `in-process 3`.
    var name: String { get }

    /// Sends all of `bytes`, without waiting until the other side reads: what it leaves unread is kept for it, up to
    /// ``LinkLimits/outbound``.
    ///
    /// - Returns: the moment just before the bytes were handed to the transport.
    /// - Throws: ``LinkError`` if the link is closed, or if the other side has left too much unread.
    @discardableResult
    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment

    /// The next thing that happens on the link, or ``LinkEvent/timedOut(at:)`` at the deadline.
    ///
    /// After ``LinkEvent/closed(_:at:)`` every further call answers the same again. One caller at a time; a second one
    /// takes the first one's place, which then times out at once. In a cancelled task nothing is waited for: what is
    /// there is returned, else ``LinkEvent/timedOut(at:)``.
    func receive(until deadline: Moment) async -> LinkEvent

    /// Sends all of `bytes` and gives the next thing that happens: ``send(_:)`` and ``receive(until:)`` in one, which
    /// spares links that work on a thread of their own half of the changes between threads.
    ///
    /// - Throws: as ``send(_:)``; then nothing was received.
    func send(_ bytes: [UInt8], thenReceiveUntil deadline: Moment) async throws(LinkError) -> (
        sentAt: Moment, event: LinkEvent
    )

    /// Closes the link; bytes that were sent are delivered first, unless `abruptly` (TCP: RST instead of FIN).
    ///
    /// Over a transport it returns when the other side has closed as well, or after ``LinkLimits/linger``: by then it
    /// knows that whatever was under way on the link is over.
    func close(abruptly: Bool) async
}

extension Link {
    package func close() async { await close(abruptly: false) }

    package func send(_ bytes: [UInt8], thenReceiveUntil deadline: Moment) async throws(LinkError) -> (
        sentAt: Moment, event: LinkEvent
    ) {
        let moment = try await send(bytes)
        return (moment, await receive(until: deadline))
    }
}

/// What happens on a link.
package enum LinkEvent: Sendable, Equatable {
    /// One or more bytes arrived.
    case bytes([UInt8], at: Moment)
    /// The link is closed; nothing follows.
    case closed(LinkClosure, at: Moment)
    /// The deadline passed and nothing happened.
    case timedOut(at: Moment)
}

/// How a link came to be closed.
package enum LinkClosure: Sendable, Equatable {
    /// The other side ended its stream in good order (TCP: FIN).
    case byPeer
    /// The other side broke the connection (TCP: RST).
    case reset
    /// This side closed it.
    case local
    /// The transport failed; the text says how.
    case failed(String)
}

/// Opens links to one accessory.
package protocol LinkDialer: Sendable {
    /// Where it dials to, for messages: `127.0.0.1:51826`.
    var destination: String { get }

    /// Opens a new link.
    ///
    /// - Throws: ``LinkError`` if nothing accepts the connection before the deadline.
    func dial(until deadline: Moment) async throws(LinkError) -> any Link
}

/// Takes links that others open.
package protocol LinkListener: Sendable {
    /// The links in the order in which they were opened; it ends when the listener is closed.
    var links: AsyncStream<any Link> { get }

    /// Stops taking links; the open ones stay.
    func close() async
}

/// Why a link could not be opened or used.
package struct LinkError: Error, Hashable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Value { case refused, unreachable, timedOut, closed, congested }
        private var value: Value

        /// Nothing listens there.
        package static let refused = Code(value: .refused)
        /// No way leads there, or the address is not one.
        package static let unreachable = Code(value: .unreachable)
        /// Nothing answered in time.
        package static let timedOut = Code(value: .timedOut)
        /// The link was closed before.
        package static let closed = Code(value: .closed)
        /// The other side does not take what is sent.
        package static let congested = Code(value: .congested)
    }

    package var code: Code
    /// What happened, to what, and what to do about it; one line.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
