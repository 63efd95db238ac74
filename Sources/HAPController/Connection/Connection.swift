package import HAPModel
package import HAPPairing
package import Measurement

/// One connection to an accessory: opened, perhaps secured, and at last closed.
///
/// What the accessory does never throws: it is a result. Every operation is bounded by a deadline; operations of several
/// tasks follow each other.
package protocol Connection: AnyObject, Sendable {
    /// What the connection is called in records.
    var name: String { get }

    /// Which transport it uses.
    var transport: TransportKind { get }

    /// Where it leads: `127.0.0.1:51826`.
    var destination: String { get }

    /// Whether it was opened, and no end of it is known.
    var isOpen: Bool { get }

    /// Whether everything on it is encrypted.
    var isSecured: Bool { get }

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

    /// Carries out an operation, and returns what the accessory made of it.
    func perform(_ operation: Operation, within limit: Duration) async -> Exchange

    /// Sends nothing, and takes in everything that arrives until the connection closes or the time is over.
    ///
    /// - Parameter limit: zero takes in what has arrived already.
    func listen(within limit: Duration) async -> Exchange

    /// The events that arrive until a moment; operations may run meanwhile.
    ///
    /// - Parameter start: leaves those that arrived earlier for other callers; `nil` gives all that were not taken yet.
    /// - Returns: the events in their order; fewer, if the task is cancelled before that moment.
    func events(from start: Moment?, until end: Moment) async -> [EventNotice]

    /// The transport's own messages, for cases that are narrowed to it; `nil` if it gives no access to them.
    var raw: (any RawAccess)? { get }
}

extension Connection {
    package func close() async { await close(abruptly: false) }

    package func secure(_ keys: SessionKeys) { secure(keys, controller: nil) }

    package func events(until end: Moment) async -> [EventNotice] { await events(from: nil, until: end) }
}
