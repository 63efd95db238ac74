package import HAPModel

/// A transport's own messages, for cases limited to it (`over: ip`).
///
/// The binding reads a raw step's arguments itself, so that nothing above it knows their form.
package protocol RawAccess: Sendable {
    /// The reason why the binding cannot execute a step with its arguments; `nil` if it can. Nothing is sent.
    func rejection(of step: RawStep) -> String?

    /// Whether the step needs a session, if it does not say so itself; `nil` leaves it to the verb.
    func needsSession(_ step: RawStep) -> Bool?

    /// Whether the step writes to characteristics, so that their values are restored after it.
    func writes(_ step: RawStep) -> Bool

    /// Sends the message of a raw step, and returns the result. Arguments that ``rejection(of:)`` rejects are ignored.
    ///
    /// - Parameters:
    ///   - reader: converts a suite's values to bytes and texts.
    ///   - captured: the bytes that an earlier step captured, if the step refers to them.
    ///   - limit: the time limit for the response.
    func send(
        _ step: RawStep,
        reader: BytesReader,
        captured: [UInt8]?,
        within limit: Duration
    ) async -> Exchange

    /// The last frame, or sealed message, of the last sent message; outside a session, its bytes.
    var lastSent: [UInt8]? { get }
}

/// A case's step in a transport's own terms: a verb, and arguments with their names replaced.
package struct RawStep: Sendable {
    /// The verb: `request`, `send`, `coap`.
    package var verb: String
    package var arguments: [String: JSON]
    /// The alterations of frames, messages and PDUs.
    package var departures: Departures

    package init(verb: String, arguments: [String: JSON], departures: Departures) {
        self.verb = verb
        self.arguments = arguments
        self.departures = departures
    }
}
