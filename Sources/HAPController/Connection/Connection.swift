package import HAPModel
package import HAPPairing
package import Measurement

/// One connection to an accessory: it is opened, optionally encrypted, and closed.
///
/// Misbehaviour of the accessory never throws: it is a result. Every operation has a deadline; operations of several
/// tasks run one after the other.
package protocol Connection: AnyObject, Sendable {
    /// The connection's name in records.
    var name: String { get }

    /// The connection's transport.
    var transport: TransportKind { get }

    /// The destination: `127.0.0.1:51826`.
    var destination: String { get }

    /// Whether it was opened, and has not ended as far as is known.
    var isOpen: Bool { get }

    /// Whether everything on it is encrypted.
    var isSecured: Bool { get }

    /// Whether the accessory has said in a response that it closes the connection after it.
    var isEnding: Bool { get }

    /// How and when it ended, if that is known.
    var closing: Exchange.Closing? { get }

    /// Opens the connection; after a close it may be opened again, for a new conversation.
    ///
    /// - Throws: ``ControllerError`` if the accessory does not accept it in time.
    func open(within limit: Duration) async throws(ControllerError)

    /// Closes the connection; what was sent is delivered first, unless `abruptly`.
    func close(abruptly: Bool) async

    /// Encrypts everything from here on, in both directions.
    ///
    /// - Parameter controller: the pairing identifier of the controller that has the session, for records.
    func secure(_ keys: SessionKeys, controller: String?)

    /// Executes an operation, and returns its result.
    func perform(_ operation: Operation, within limit: Duration) async -> Exchange

    /// Sends nothing, and receives until the connection closes or the limit expires.
    ///
    /// - Parameter limit: zero only receives what has already arrived.
    func listen(within limit: Duration) async -> Exchange

    /// The events that arrive until a moment; operations may run meanwhile.
    ///
    /// - Parameter start: leaves earlier events for other callers; `nil` returns all that were not yet returned.
    /// - Returns: the events in order; fewer if the task is cancelled before that moment.
    func events(from start: Moment?, until end: Moment) async -> [EventNotice]

    /// The transport's own messages, for cases limited to it; `nil` if it does not expose them.
    var raw: (any RawAccess)? { get }

    /// The network's own round trip, without the accessory's time.
    ///
    /// - Parameter limit: for transports that send something to measure it.
    /// - Returns: `nil` if the transport does not know it.
    func roundTrip(within limit: Duration) async -> RoundTrip?
}

extension Connection {
    package func close() async { await close(abruptly: false) }

    package func secure(_ keys: SessionKeys) { secure(keys, controller: nil) }

    package func events(until end: Moment) async -> [EventNotice] { await events(from: nil, until: end) }
}
