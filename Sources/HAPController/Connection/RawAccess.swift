package import HAPModel

/// A transport's own messages, for cases that are narrowed to it (`over: ip`).
///
/// The binding reads a raw step's arguments itself, so that nothing above it knows their form.
package protocol RawAccess: Sendable {
    /// Sends what a raw step says, and returns what the accessory made of it.
    ///
    /// - Parameter limit: how long the answer may take.
    func send(_ step: RawStep, within limit: Duration) async -> RawResult

    /// The last frame of the last message that was sent; outside a session the bytes.
    var lastSent: [UInt8]? { get }
}

/// A step of a case in a transport's own words: a verb, and arguments whose names are filled in.
package struct RawStep: Sendable {
    /// The verb: `request`, `send`.
    package var verb: String
    package var arguments: [String: JSON]
    /// What is altered in frames.
    package var departures: Departures
    /// Makes bytes and texts of what the suite says.
    package var reader: BytesReader
    /// Bytes that an earlier step captured, if the step names them.
    package var captured: [UInt8]?

    package init(
        verb: String,
        arguments: [String: JSON],
        departures: Departures,
        reader: BytesReader,
        captured: [UInt8]? = nil
    ) {
        self.verb = verb
        self.arguments = arguments
        self.departures = departures
        self.reader = reader
        self.captured = captured
    }
}

/// What became of a raw step.
package enum RawResult: Sendable {
    case done(Exchange)
    /// The binding cannot carry the step out; the text says why.
    case notDone(String)
}
