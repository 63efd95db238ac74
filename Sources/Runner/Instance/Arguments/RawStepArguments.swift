import HAPModel
import Measurement
import SuiteLanguage

/// The arguments of a raw verb: those that the tester reads, and those that the transport's binding reads.
struct RawStepArguments: VerbArguments {
    let verb: String
    /// Whether the connection needs a session; `nil` leaves it to the verb.
    let isSecured: Bool?
    /// How long to wait for the response; `nil` leaves it to the verb.
    let wait: Duration?
    /// The name of a captured frame.
    let frame: String?
    let departures: Departures
    /// Whether the request writes.
    let writes: Bool
    /// Whether the bytes are sent unchanged, outside the session's encryption.
    let isGiven: Bool
    /// The arguments for the binding.
    let arguments: [String: JSON]

    private static let own: Set<String> = ["secured", "with", "wait", "frame", "set", "alter", "gap"]

    init(_ call: Call) {
        verb = call.verb
        isSecured = call.bool("secured")
        wait = call.duration("wait")
        frame = call.word("frame")
        departures = call.departures
        // Every name of the instance may be used in braces.
        _ = call["with"]
        var arguments = call.all(except: Self.own)
        if let gap = call.duration("gap") { arguments["gap-ms"] = JSON(gap.wholeMilliseconds) }
        self.arguments = arguments
        writes = arguments["method"] == "PUT"
        isGiven = arguments["bytes"] != nil || arguments["text"] != nil
    }
}
