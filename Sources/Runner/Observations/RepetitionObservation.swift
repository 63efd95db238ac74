import HAPModel
import SuiteLanguage

/// What the rounds of a loop showed.
struct RepetitionObservation {
    private let until: String?
    private var rounds = 0
    private var stoppedAt: Int?
    private var endings: [String] = []
    private var publicKeys: [JSON] = []
    private var salts: [JSON] = []
    /// The verb whose untampered success makes the rounds mean something; `nil` if nothing was altered in any of them.
    private var control: JSON?

    /// - Parameter until: the outcome that ends the loop.
    init(until: String?) {
        self.until = until
    }

    /// Takes a round into account.
    ///
    /// - Parameter isEnd: whether what ends the loop has come.
    mutating func add(_ seen: JSON, isEnd: Bool) {
        rounds += 1
        if let key = seen["public-key"] { publicKeys.append(key) }
        if let salt = seen["salt"] { salts.append(salt) }
        if seen["tampered"]?.boolValue == true { control = control ?? seen["control"] }
        if isEnd {
            stoppedAt = rounds
            return
        }
        let ending = Self.ending(of: seen)
        if !endings.contains(ending) { endings.append(ending) }
    }

    /// How a round ended, in one word.
    private static func ending(of seen: JSON) -> String {
        if seen["not-done"] != nil { return "not-done" }
        if let name = seen["error"]?.stringValue ?? seen["failure"]?.stringValue { return name }
        guard let status = seen["http"]?["status"]?.int64Value, status < 400 else {
            return "http-\(seen["http"]?["status"]?.serialized() ?? "none")"
        }
        return "success"
    }

    /// The repetition as the judge looks at it.
    var json: JSON {
        let end =
            stoppedAt.map { "\(until ?? "the end") in round \($0)" }
            ?? (until.map { "\($0) never came in \(Spoken.count(rounds, "round"))" } ?? Spoken.count(rounds, "round"))
        var object = JSONObject([
            "kind": "repetition", "rounds": JSON(rounds), "stopped-at": stoppedAt.map { JSON($0) } ?? .null,
            "before": .array(endings.map { .string($0) }), "public-keys": .array(publicKeys), "salts": .array(salts),
            "summary": .string("\(end); before it: \(endings.isEmpty ? "nothing" : endings.joined(separator: ", "))"),
            "tampered": .bool(control != nil),
        ])
        object["control"] = control
        return .object(object)
    }
}
