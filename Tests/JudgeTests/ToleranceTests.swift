import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Tolerated forms of an outcome, and bodies that cannot be read")
struct ToleranceTests {
    @Test(
        "An outcome in a form that the vocabulary tolerates warns",
        arguments: [(400, .passed), (422, .warned), (500, .warned), (204, .failed)] as [(JSON, Verdict.Outcome)]
    )
    func refused(_ status: JSON, _ outcome: Verdict.Outcome) throws {
        var bench = try HandMadeRun("steps: [{request: {method: PUT, path: /prepare}, expect: {outcome: refused}}]")
        bench.saw("1", Seen.http(status))
        #expect(bench.verdict.outcome == outcome)
    }

    @Test("Other terms of the expectation still have to hold")
    func otherTerms() throws {
        var bench = try HandMadeRun(
            "steps: [{read: 1.2, expect: {outcome: refused, field: {entry.value: {present: false}}}}]"
        )
        bench.saw("1", Seen.http(500, entry: ["value": 1]))
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("An alternative that holds in a tolerated form warns, also after one that fails")
    func alternative() throws {
        let lines = """
            steps:
            - any-of:
              - pass: [{read: 1.2, expect: {value: 5}}]
              - pass: [{read: 1.2, expect: {outcome: refused}}]
            """
        var bench = try HandMadeRun(lines)
        bench.saw("1a.1", Seen.read(7))
        bench.saw("1b.1", Seen.http(500))
        #expect(bench.verdict.outcome == .warned)
    }

    private static func unreadable(_ status: JSON) -> JSON {
        [
            "kind": "entries", "answered": true, "http": ["status": status], "summary": "HTTP",
            "json-flaw": "byte 3: unexpected end", "evidence": [42],
        ]
    }

    @Test(
        "An expectation about the content of a body that is not JSON is inconclusive, one about the status is not",
        arguments: [(200, .inconclusive), (404, .failed)] as [(JSON, Verdict.Outcome)]
    )
    func unreadableBody(_ status: JSON, _ outcome: Verdict.Outcome) throws {
        var bench = try HandMadeRun("steps: [{read: 1.2, expect: {http: 200, value: 5}}]")
        bench.saw("1", Self.unreadable(status))
        #expect(bench.verdict.outcome == outcome)
    }

    @Test(
        "Events that a frame may have held, which cannot be decrypted, are neither there nor missing; more than allowed are too many",
        arguments: [
            ("at-least: 1", 0, .inconclusive), ("count: 0", 0, .inconclusive), ("at-least: 1", 1, .passed),
            ("count: 0", 1, .failed),
        ] as [(String, Int, Verdict.Outcome)]
    )
    func unreadableFrame(_ term: String, _ count: Int, _ outcome: Verdict.Outcome) throws {
        var bench = try HandMadeRun("steps: [{log: {events: 1.2, for: 2s}, expect: {\(term)}}]")
        bench.saw(
            "1",
            [
                "kind": "events", "count": JSON(count), "values": .array(Array(repeating: true, count: count)),
                "summary": "events", "evidence": [], "frame-flaw": "frame 1 does not open",
            ]
        )
        #expect(bench.verdict.outcome == outcome, "\(bench.verdict)")
    }

    @Test(
        "A list that must succeed proves nothing where the accessory's lists are broken, however the request was written",
        arguments: [("[state, identifier]", .inconclusive), ("[state, error]", .failed)] as [(String, Verdict.Outcome)]
    )
    func brokenList(_ items: String, _ outcome: Verdict.Outcome) throws {
        let wants = items.contains("error") ? "refused" : "success"
        var bench = try HandMadeRun("steps: [{list-pairings: {}, on: a, expect: {outcome: \(wants), has: \(items)}}]")
        bench.elsewhere(.control, ["verb": "list-pairings", "succeeded": false])
        bench.saw(
            "1",
            [
                "kind": "pairing", "verb": "list-pairings", "answered": true, "tampered": true, "items": ["state"],
                "summary": "M2",
            ]
        )
        #expect(bench.verdict.outcome == outcome, "\(bench.verdict)")
    }

    @Test("A monitor leaves out a message whose body is not JSON")
    func monitor() throws {
        var bench = try HandMadeRun(
            "monitor: response\nexpect: {field: {undefined-statuses: {length: 0}}}"
        )
        bench.controlled()
        bench.elsewhere(.wire, ["kind": "response", "http": ["status": 200], "json-flaw": "byte 3: unexpected end"])
        #expect(bench.verdict.outcome == .inconclusive)
    }
}
