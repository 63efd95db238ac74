package import HAPModel
import SuiteLanguage

/// The observation of a loop's rounds.
package struct RepetitionObservation: Sendable {
    private let until: String?
    private var rounds = 0
    private var stoppedAt: Int?
    private var endings: [String] = []
    private var publicKeys: [[UInt8]] = []
    private var salts: [[UInt8]] = []
    /// The verb whose valid success gives the rounds a meaning; `nil` if no round was altered.
    private var control: String?

    /// - Parameter until: the outcome that ends the loop.
    package init(until: String?) {
        self.until = until
    }

    /// Adds a round.
    ///
    /// - Parameters:
    /// - seen: the observation of the round's step; `nil` if it makes none.
    /// - isEnd: whether it ends the loop.
    package mutating func add(_ seen: Observation?, isEnd: Bool) {
        rounds += 1
        if case .pairing(let pairing) = seen {
            if let key = pairing.publicKey { publicKeys.append(key) }
            if let salt = pairing.salt { salts.append(salt) }
        }
        if let tampering = seen?.exchange?.tampering, tampering.isTampered { control = control ?? tampering.control }
        if isEnd {
            stoppedAt = rounds
            return
        }
        let ending = Self.ending(of: seen)
        if !endings.contains(ending) { endings.append(ending) }
    }

    /// The result of a round, in one word.
    private static func ending(of seen: Observation?) -> String {
        if seen?.notDone != nil { return "not-done" }
        if case .pairing(let pairing) = seen, let error = pairing.error { return error.name }
        guard let exchange = seen?.exchange, exchange.failure == nil, let answer = exchange.answer else {
            return seen?.exchange?.failure ?? "no-answer"
        }
        if let status = answer.status, status != .success { return status.name }
        return answer.isRefusal ? "refused" : "success"
    }

    /// The observation for the judge.
    package var json: JSON {
        let end =
            stoppedAt.map { "\(until ?? "the end") in round \($0)" }
            ?? (until.map { "no \($0) in \(Spoken.count(rounds, "round"))" } ?? Spoken.count(rounds, "round"))
        var object = JSONObject([
            "kind": "repetition", "rounds": JSON(rounds), "stopped-at": stoppedAt.map { JSON($0) } ?? .null,
            "before": .array(endings.map { .string($0) }),
            "public-keys": .array(publicKeys.map { .string(Hex.encode($0)) }),
            "salts": .array(salts.map { .string(Hex.encode($0)) }),
            "summary": .string("\(end); before it: \(endings.isEmpty ? "nothing" : endings.joined(separator: ", "))"),
            "tampered": .bool(control != nil),
        ])
        if let control { object["control"] = .string(control) }
        return .object(object)
    }
}
