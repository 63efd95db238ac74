import Latency
import Measurement
import Testing

@Suite("Budgets of latency")
struct LatencyBudgetTests {
    @Test(
        "The name of a budget has an operation and a percentile",
        arguments: [
            ("read.p99", "read", Percentile.p99), ("read.p99.9", "read", .p999),
            ("pair-setup.m3.max", "pair-setup.m3", .max),
            ("pair-verify.m1.p99.9", "pair-verify.m1", .p999),
        ]
    )
    func name(_ text: String, _ series: String, _ percentile: Percentile) throws {
        let parts = try LatencyBudget.parts(of: text)
        #expect(parts.series == series)
        #expect(parts.percentile == percentile)
    }

    @Test(
        "A budget for an unknown operation or percentile is an error with near names",
        arguments: [
            ("raed.p99", "the budget `raed.p99` is for an unknown operation `raed`; did you mean `read`?"),
            ("read.p98", "the budget `read.p98` has an unknown percentile `p98`; did you mean `p90` or `p99`?"),
            (
                "pair-setup.p50",
                "`pair-setup` is measured message by message; write one of pair-setup.m1, pair-setup.m3, pair-setup.m5"
            ),
        ]
    )
    func unknown(_ text: String, _ message: String) {
        let error = #expect(throws: LatencyBudgetError.self) { try LatencyBudget.parts(of: text) }
        #expect(error?.description == message)
    }

    @Test("A violation fails only if the samples prove it")
    func proof() throws {
        // 100 times from 1 to 100 ms: the median is 50 ms, and its interval goes from 40 to 61 ms.
        let summary = try #require(LatencySummary((1...100).map { .milliseconds($0) }))
        func outcome(_ limit: Int, _ severity: LatencyBudget.Severity = .fail) -> BudgetVerdict.Outcome {
            let budget = LatencyBudget(
                series: "read",
                percentile: .p50,
                limit: .milliseconds(limit),
                severity: severity
            )
            return BudgetVerdict(budget, summary).outcome
        }
        #expect(outcome(50) == .met)
        #expect(outcome(49) == .warned)
        #expect(outcome(40) == .warned)
        #expect(outcome(39) == .failed)
        #expect(outcome(39, .warn) == .warned)
        let most = LatencyBudget(series: "read", percentile: .max, limit: .milliseconds(99))
        #expect(BudgetVerdict(most, summary).outcome == .failed)
        #expect(BudgetVerdict(most, nil).outcome == .unmeasured)
    }

    @Test("What ended early meets no budget, and may violate one")
    func endedEarly() throws {
        let summary = try #require(LatencySummary((1...100).map { .milliseconds($0) }))
        func verdict(_ limit: Int) -> BudgetVerdict {
            let budget = LatencyBudget(series: "read", percentile: .p50, limit: .milliseconds(limit))
            return BudgetVerdict(budget, summary[.p50], count: 100, endedEarly: true)
        }
        #expect(verdict(50).obstacle == .endedEarly && verdict(50).outcome == .unmeasured)
        #expect(verdict(39).outcome == .failed)
    }

    @Test(
        "Operations that came to nothing count as slower than any limit",
        arguments: [
            (Percentile.p50, 50, .met), (.p50, 101, .warned), (.p50, 200, .failed), (.p90, 10, .met),
            (.p90, 12, .warned),
            (.p99, 1, .met), (.p99, 2, .warned), (.p99, 20, .failed), (.max, 1, .failed),
        ] as [(Percentile, Int, BudgetVerdict.Outcome)]
    )
    func failed(_ percentile: Percentile, _ count: Int, _ outcome: BudgetVerdict.Outcome) throws {
        let summary = try #require(LatencySummary((1...100).map { .milliseconds($0) }))
        let budget = LatencyBudget(series: "read", percentile: percentile, limit: .seconds(1))
        let verdict = BudgetVerdict(budget, summary[percentile], count: 100, failed: count)
        #expect(verdict.outcome == outcome)
        #expect(verdict.failed == (outcome == .met ? 0 : count))
    }

    @Test(
        "What was due and not sent keeps a budget from being met, and not from being violated",
        arguments: [(50, false), (39, true)]
    )
    func leftOut(_ limit: Int, _ isViolated: Bool) throws {
        let summary = try #require(LatencySummary((1...100).map { .milliseconds($0) }))
        let budget = LatencyBudget(series: "read", percentile: .p50, limit: .milliseconds(limit))
        let verdict = BudgetVerdict(budget, summary[.p50], count: 100, leftOut: 1)
        #expect(verdict.obstacle == (isViolated ? nil : .leftOut))
        #expect(verdict.outcome == (isViolated ? .failed : .unmeasured))
    }

    @Test(
        "A percentile of too few times does not meet a budget; they may prove that it is exceeded",
        arguments: [(Percentile.p50, 5), (.p90, 9), (.p99, 99), (.p999, 999)]
    )
    func tooFew(_ percentile: Percentile, _ count: Int) {
        func verdict(_ count: Int, _ limit: Duration) -> BudgetVerdict {
            let budget = LatencyBudget(series: "read", percentile: percentile, limit: limit)
            return BudgetVerdict(budget, LatencySummary((1...count).map { .milliseconds($0) }))
        }
        #expect(verdict(count, .seconds(10)).outcome == .unmeasured)
        #expect(verdict(count, .seconds(10)).obstacle == .tooFew)
        // Of 5 times, the interval of p50 has no lower end.
        #expect(verdict(count, .microseconds(1)).outcome == (percentile == .p50 ? .unmeasured : .failed))
        #expect(verdict(count + 1, .microseconds(1)).outcome == .failed)
        #expect(verdict(count + 1, .seconds(10)).outcome == .met)
    }

    @Test("Without a count each operation is measured often enough to judge its p50")
    func usualCounts() {
        for operation in MeasuredOperation.allCases {
            #expect(operation.usualCount >= Percentile.p50.fewest, "\(operation)")
        }
    }
}
