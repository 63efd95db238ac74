import HAPModel
import RunRecord

@testable import Runner

/// The trials of every parameter of every verb.
enum Trials {
    static let all = pairSetup + pairVerify + pairings + characteristics + streams + raw + others

    /// Parameters that the loader reads, and the runner does not: the step's connection, and the names that may stand in
    /// braces.
    static let loaders: Set<String> = ["closed.on", "request.with", "send.with"]

    private static let opened = [Trial.Act("open", on: "a")]
    /// Until the accessory has announced its records at its start, which looks like an answer.
    private static let announced = [Trial.Act("discover", ["until-paired": false, "within": "3s"])]
    private static let listening = [Trial.Act("listen")]
    private static let button = Meeting(accessory: "switch", past: .kept)

    private static let others: [Trial] = [
        Trial("open.then", "close") { $0.items.last?.what == .ended },
        Trial("open.then", "reset") { $0.items.last?.what == .broken },
        Trial("closed.within", "1s", insteadOf: "3s", on: "a", before: opened) { $0.took == .seconds(1) },
        Trial("close.abruptly", true, on: "a", before: opened) { $0.items.map(\.what) == [.broken] },
        press("single", 0, insteadOf: "double"), press("double", 1, insteadOf: "single"),
        press("long", 2, insteadOf: "single"),
        Trial("stimulate.change", "1.303", insteadOf: "1.102", in: ["to": 9]) { $0.encounter.value("1.303") == 9 },
        Trial("stimulate.to", 9, insteadOf: 5, in: ["change": "1.303"]) { $0.encounter.value("1.303") == 9 },
        Trial("discover.until-paired", false, in: ["within": "3s"]) { $0.took >= .seconds(3) },
        Trial("discover.within", "5s", in: ["until-paired": false]) { $0.took >= .seconds(5) },
        Trial("announcement.until-paired", false, in: ["within": "4s"], before: listening) { $0.took >= .seconds(4) },
        Trial("announcement.within", "5s", in: ["until-paired": false], before: listening) { $0.took >= .seconds(5) },
        Trial("contest.name", "host", insteadOf: "instance", before: announced) { trace in
            trace.events.contains { $0.body["summary"]?.stringValue?.contains("203.0.113.77") == true }
        },
        Trial("contest.within", "1ms", in: ["name": "instance"], before: announced) {
            $0.observation["answered"] == false
        },
        Trial("query.for", "host", insteadOf: "service") { $0.observation["types"] == ["address"] },
        Trial("query.known", "fresh", insteadOf: "stale", in: ["within": "1s"], before: announced) {
            $0.observation["answered"] == false
        },
        Trial("query.form", "capitals") { trace in
            trace.events.contains { $0.body["hex"]?.stringValue?.contains("045f484150045f544350") == true }
        },
        Trial("query.private", true) { $0.observation["ptr"]?["ttl"] == 10 },
        Trial("query.after-malformed", true) { trace in trace.events.contains { $0.body["hex"] == "000000" } },
        Trial("query.within", "5s", in: ["known": "fresh"], before: announced) { $0.took >= .seconds(5) },
    ]

    /// The events that a press causes are taken in afterwards.
    private static func press(_ word: JSON, _ value: JSON, insteadOf other: JSON) -> Trial {
        Trial(
            "stimulate.press",
            word,
            insteadOf: other,
            before: [.init("subscribe", ["of": "1.34"])],
            after: [.init("closed", ["within": "2s"])]
        ) { trace in
            trace.received("event").map { $0["body"]?["characteristics"]?.arrayValue?.first?["value"] } == [value]
        }.at(button)
    }
}
