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
        let followers = (arguments["then"]?.arrayValue ?? []).map(Self.withoutNames)
        if !followers.isEmpty { arguments["then"] = .array(followers) }
        if let gap = call.duration("gap") { arguments["gap-ms"] = JSON(gap.wholeMilliseconds) }
        self.arguments = arguments
    }

    /// Whether it is a request that writes values.
    var writesValue: Bool {
        let body = arguments["json"] ?? arguments["body"]
        return arguments["path"] == "/characteristics" && body?.serialized().contains("value") ?? false
    }

    /// A request that follows, without the names that it uses in braces.
    private static func withoutNames(_ follower: JSON) -> JSON {
        .object(JSONObject(members: (follower.objectValue?.members ?? []).filter { $0.key != "with" }))
    }
}
