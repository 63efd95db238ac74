package import Measurement

/// A byte stream between a controller and an accessory: a TCP connection, or a pair of in-process queues.
///
/// Bytes arrive exactly as the other side sent them, in pieces of any size. Each piece carries its arrival time,
/// stamped as near to the wire as the link can.
package protocol Link: Sendable {
    /// The link's description for messages: `127.0.0.1:51826`, `in-process 3`.
    var name: String { get }

    /// Sends all of `bytes` without waiting for the other side to read them; unread bytes are kept, up to
    /// ``LinkLimits/outbound``.
    ///
    /// - Returns: the moment just before the bytes were handed to the transport.
    /// - Throws: ``LinkError`` if the link is closed, or if the other side has left too much unread.
    @discardableResult
    func send(_ bytes: [UInt8]) async throws(LinkError) -> Moment

    /// The next event on the link, or ``LinkEvent/timedOut(at:)`` at the deadline.
    ///
    /// After ``LinkEvent/closed(_:at:)`` every further call returns the same event. One caller at a time: a second call
    /// replaces the first, which then times out at once. In a cancelled task the call does not wait: it returns an
    /// available event, or ``LinkEvent/timedOut(at:)``.
    func receive(until deadline: Moment) async -> LinkEvent

    /// Sends all of `bytes` and returns the next event: ``send(_:)`` and ``receive(until:)`` in one call, which
    /// halves the thread changes of links that have their own thread.
    ///
    /// - Throws: as ``send(_:)``; then no event was received.
    func send(_ bytes: [UInt8], thenReceiveUntil deadline: Moment) async throws(LinkError) -> (
        sentAt: Moment, event: LinkEvent
    )

    /// Closes the link; sent bytes are delivered first, unless `abruptly` (TCP: RST instead of FIN).
    ///
    /// On a network it returns when the other side has closed too, or after ``LinkLimits/linger``: then neither side
    /// sends any more data on the link.
    func close(abruptly: Bool) async

    /// The network's round trip on this link; `nil` if the link does not know it.
    var roundTrip: LinkRoundTrip? { get }
}

extension Link {
    package var roundTrip: LinkRoundTrip? { nil }

    package func close() async { await close(abruptly: false) }

    package func send(_ bytes: [UInt8], thenReceiveUntil deadline: Moment) async throws(LinkError) -> (
        sentAt: Moment, event: LinkEvent
    ) {
        let moment = try await send(bytes)
        return (moment, await receive(until: deadline))
    }
}

/// An event on a link.
package enum LinkEvent: Sendable, Equatable {
    /// One or more bytes arrived.
    case bytes([UInt8], at: Moment)
    /// The link is closed; no event follows.
    case closed(LinkClosure, at: Moment)
    /// The deadline passed without an event.
    case timedOut(at: Moment)
}

/// How a link was closed.
package enum LinkClosure: Sendable, Equatable {
    /// The other side ended its stream in an orderly way (TCP: FIN).
    case byPeer
    /// The other side broke the connection (TCP: RST).
    case reset
    /// This side closed it.
    case local
    /// The transport failed; the text describes the error.
    case failed(String)
}

/// Opens links to one accessory.
package protocol LinkDialer: Sendable {
    /// The destination, for messages: `127.0.0.1:51826`.
    var destination: String { get }

    /// Opens a new link.
    ///
    /// - Throws: ``LinkError`` if nothing accepts the connection before the deadline.
    func dial(until deadline: Moment) async throws(LinkError) -> any Link
}

/// Accepts links that others open.
package protocol LinkListener: Sendable {
    /// The links in the order of opening; the sequence ends when the listener is closed.
    var links: AsyncStream<any Link> { get }

    /// Stops accepting links; open links stay open.
    func close() async

    /// Refuses links until ``resume()``, as the port of a program that is not running does.
    func pause() async

    /// Accepts links again after ``pause()``.
    ///
    /// - Throws: ``LinkError`` if the address is in use by now.
    func resume() async throws(LinkError)
}

/// Why a link could not be opened or used.
package struct LinkError: Error, Hashable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Value { case refused, forbidden, unreachable, timedOut, closed, congested }
        private var value: Value

        /// The address has no listener.
        package static let refused = Code(value: .refused)
        /// A relay does not open the address for this tester; another attempt gets the same answer.
        package static let forbidden = Code(value: .forbidden)
        /// The address is invalid or has no route.
        package static let unreachable = Code(value: .unreachable)
        /// The other side did not respond in time.
        package static let timedOut = Code(value: .timedOut)
        /// The link is already closed.
        package static let closed = Code(value: .closed)
        /// The other side does not read what is sent.
        package static let congested = Code(value: .congested)
    }

    package var code: Code
    /// What happened, where, and what to do; one line.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
