import HAPModel
import Judge
import Testing

@Suite("Budgets of measured times")
struct BudgetTests {
    private static let step = "steps: [{measure: {operation: read, count: 100, budget: {p99: 50ms, max: 2s}}}]"

    /// Reads whose p99 is known: its value and the lower end of its interval, in milliseconds.
    private static func reads(_ p99: Int64, low: Int64?) -> JSON {
        var tail = JSONObject(["ns": JSON(p99 * 1_000_000), "high-ns": JSON(p99 * 2_000_000)])
        if let low { tail["low-ns"] = JSON(low * 1_000_000) }
        return [
            "kind": "measurement", "operation": "read", "count": 100, "evidence": [3], "summary": "read, 100 times",
            "times": ["p99": .object(tail), "max": ["ns": 1_999_000_000]],
        ]
    }

    @Test(
        "A percentile within its limit passes; above it the level of the requirement decides, if the times prove it",
        arguments: [
            (50, 40, "R-MUST", .passed), (51, 50, "R-MUST", .warned), (70, 51, "R-MUST", .failed),
            (70, nil, "R-MUST", .warned), (70, 51, "R-SHOULD", .warned), (70, 51, "R-MAY", .passed),
        ] as [(Int64, Int64?, String, Verdict.Outcome)]
    )
    func outcome(_ p99: Int64, _ low: Int64?, _ requirement: String, _ outcome: Verdict.Outcome) throws {
        var run = try HandMadeRun(Self.step, proves: requirement)
        run.saw("1", Self.reads(p99, low: low))
        #expect(run.verdict.outcome == outcome)
    }

    @Test("A finding has the limit, the figure and its interval, and cites the event with all times")
    func words() throws {
        var run = try HandMadeRun(Self.step)
        run.saw("1", Self.reads(70, low: 60))
        let finding = try #require(run.verdict.findings.first)
        #expect(run.verdict.findings.count == 1)
        #expect(finding.expected == "p99 is at most 50ms")
        #expect(finding.got == "p99 is 70.0 ms (95 %: 60.0 ms to 140 ms); read, 100 times")
        #expect(finding.manner == "budget p99")
        #expect(finding.evidence == [3])
    }

    @Test("A maximum is a fact, whatever the number of times")
    func maximum() throws {
        var run = try HandMadeRun("steps: [{measure: {operation: read, count: 100, budget: {max: 1s}}}]")
        run.saw("1", Self.reads(40, low: 30))
        #expect(run.verdict.outcome == .failed)
        #expect(run.verdict.findings.first?.got == "max is 2.00 s; read, 100 times")
    }

    @Test("A measurement that could not be made is inconclusive, and so is one without the percentile")
    func missing() throws {
        var run = try HandMadeRun(Self.step)
        run.saw(
            "1",
            ["not-done": "read ended after 3 times: HTTP 400", "summary": "read ended after 3 times: HTTP 400"]
        )
        #expect(run.verdict.outcome == .inconclusive)
        #expect(run.verdict.reason == "step 1 could not be done: read ended after 3 times: HTTP 400")
    }

    @Test("Other expectations may use the figures, too: one about a message, one with another requirement")
    func others() throws {
        let step = """
            steps:
            - measure: {operation: pair-verify, count: 20}
              expect: [{budget: {m3.p50: 10ms}}, {field: {count: {at-least: 20}}, proves: R-SHOULD}]
            """
        var run = try HandMadeRun(step)
        run.saw(
            "1",
            [
                "kind": "measurement", "operation": "pair-verify", "count": 20, "summary": "pair-verify",
                "times": ["m3": ["p50": ["ns": 10_000_001, "low-ns": 10_000_001]]], "evidence": [],
            ]
        )
        #expect(run.verdict.findings.map(\.requirement) == ["R-MUST"])
        #expect(run.verdict.met == ["R-SHOULD"])
    }

    @Test("A percentile of too few times is judged only if they prove that it is exceeded")
    func tooFew() throws {
        var proven = try HandMadeRun(Self.step)
        proven.saw("1", Self.reads(70, low: 70).with("count", 20))
        #expect(proven.verdict.outcome == .failed)
        var run = try HandMadeRun(Self.step)
        run.saw("1", Self.reads(40, low: 40).with("count", 20))
        #expect(run.verdict.outcome == .inconclusive)
        #expect(
            run.verdict.reason == "step 1 cannot be judged: p99 needs at least 100 times; the measurement has 20"
        )
    }

    @Test(
        "Times that contain the way to a relay may meet a budget, but violate none",
        arguments: [(40, .passed), (70, .inconclusive)] as [(Int64, Verdict.Outcome)]
    )
    func relay(_ p99: Int64, _ outcome: Verdict.Outcome) throws {
        var run = try HandMadeRun(Self.step)
        run.saw("1", Self.reads(p99, low: p99).with("contains-relay", true))
        #expect(run.verdict.outcome == outcome)
        #expect(run.verdict.findings.isEmpty)
    }

    @Test("The same applies to a budget of the profile")
    func relayAndProfile() throws {
        let budget: JSON = ["series": "read", "percentile": "p99", "limit": 30_000_000, "figure": "p99"]
        var run = try HandMadeRun(Self.step)
        run.saw("1", Self.reads(40, low: 35).with("budgets", [budget]).with("contains-relay", true))
        #expect(run.verdict.outcome == .inconclusive)
        #expect(
            run.verdict.reason?.hasPrefix("the profile's budget read.p99 cannot be judged in step 1: p99 is 40.0 ms")
                == true
        )
    }
}
