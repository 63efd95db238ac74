import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Writes that the accessory does not allow in its current state")
struct NotAllowedTests {
    /// An answer to a write of two characteristics.
    private static func answer(_ first: JSON, _ second: JSON = "success") -> JSON {
        Seen.http(207).with("statuses", [first, second]).with(
            "of",
            ["it": ["status": first], "also": ["status": second]]
        )
    }

    private static let refusal: JSON = "not-allowed-in-current-state"

    @Test(
        "They prove nothing, neither that a write must succeed nor that a value is invalid",
        arguments: ["{outcome: success}", "{outcome: invalid-value}", "{field: {of.it.status: success}}"]
    )
    func nothing(_ expectation: String) throws {
        var bench = try HandMadeRun("one: {it: {}}\nsteps:\n- {write: {it: v1}, expect: \(expectation)}")
        bench.add(.binding, ["it": "1.2", "v1": 7])
        bench.saw("1", Self.answer(Self.refusal))
        let verdict = bench.verdict
        #expect(verdict.outcome == .inconclusive)
        #expect(
            verdict.reason == "the accessory does not allow the write of step 1 in its current state (-70412)",
            "\(verdict.reason ?? "no reason")"
        )
    }

    @Test("Another status beside it is judged")
    func other() throws {
        var bench = try HandMadeRun("one: {it: {}}\nsteps:\n- {write: {it: v1}, expect: {outcome: success}}")
        bench.add(.binding, ["it": "1.2", "v1": 7])
        bench.saw("1", Self.answer(Self.refusal, "read-only"))
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("The status of another characteristic than the one that the case is about does not count")
    func companion() throws {
        var bench = try HandMadeRun(
            "one: {it: {}}\nsteps:\n- {write: {it: v1}, expect: {field: {of.it.status: success}}}"
        )
        bench.add(.binding, ["it": "1.2", "v1": 7])
        bench.saw("1", Self.answer("success", Self.refusal))
        #expect(bench.verdict.outcome == .passed)
    }

    @Test("What later steps find proves nothing either")
    func later() throws {
        let lines = """
            one: {it: {}}
            steps:
            - {write: {it: v1}, expect: {answered: true}}
            - {read: it, expect: {value: v1}}
            """
        var bench = try HandMadeRun(lines)
        bench.add(.binding, ["it": "1.2", "v1": 7])
        bench.saw("1", Self.answer(Self.refusal))
        bench.saw("2", Seen.read(3))
        #expect(bench.verdict.outcome == .inconclusive)
    }
}
