import HAPModel
import Judge
import Latency
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@testable import Runner

/// Cases that measure a simulated accessory in virtual time: what it delays is found exactly.
@Suite("Cases that measure")
struct MeasuringTests {
    /// A run of one case, which proves that responses come within 10 s (should).
    private func run(
        _ step: String,
        _ faults: [String] = [],
        needs: String = "needs: paired",
        past: Meeting.Past = .kept,
        writes: Int? = nil
    ) throws -> (verdict: Verdict, events: [JournalEvent], before: JSON?, after: JSON?, library: SuiteLibrary) {
        let section = """
              own.measured:
                title: "Times"
                proves: HAP-HTTP-033
                over: ip
                \(needs)
                steps:
                - measure: {\(step)}

            """
        return try Meeting(faults: faults, past: past, section: section).run { encounter in
            let before = encounter.value("1.52")
            var settings = encounter.settings
            settings.writesPerCharacteristic = writes
            settings.selection = Selection(patterns: ["own.*"])
            let result = await RunEngine(
                environment: encounter.environment,
                settings: settings,
                library: encounter.library,
                catalogue: try SmallSuites.catalogue,
                journal: encounter.journal,
                ledger: nil
            ).run()
            let verdict = try #require(result.verdicts.first)
            return (verdict, encounter.journal.events, before, encounter.value("1.52"), encounter.library)
        }
    }

    private static let late = "link: {at: response, do: {delay: 11s}}"

    @Test(
        "A conformant accessory passes",
        arguments: [
            ("operation: read, count: 200, sessions: 3, budget: {p50: 1ms, p99: 1ms, max: 1ms}", "needs: paired"),
            ("operation: read, count: 20, rate: 10, budget: {max: 1ms}", "needs: paired"),
            ("operation: write, count: 20, of: 1.52, budget: {max: 1ms}", "needs: paired"),
            ("operation: timed-write, count: 5, budget: {max: 1ms}", "needs: paired"),
            ("operation: event, count: 2, warm-up: 0, budget: {max: 2s}", "needs: paired"),
            ("operation: change, count: 2, warm-up: 0, budget: {max: 2s}", "needs: paired"),
            ("operation: pair-verify, count: 3, budget: {m1.max: 1ms, m3.max: 1ms}", "needs: paired"),
            ("operation: connect, count: 3, budget: {max: 1ms}", "needs: any"),
            ("operation: discovery, count: 2, warm-up: 0, budget: {max: 2s}", "needs: any"),
        ]
    )
    func conformant(_ step: String, _ needs: String) throws {
        let run = try run(step, needs: needs)
        #expect(run.verdict.outcome == .passed, "\(run.verdict)")
        #expect(run.before == run.after)
    }

    @Test("Each pair-setup of a measurement is undone")
    func pairSetup() throws {
        let run = try run(
            "operation: pair-setup, count: 2, warm-up: 0, budget: {m5.max: 1ms}",
            needs: "needs: unpaired\n    spends: {pairings: 2}",
            past: .unpaired
        )
        #expect(run.verdict.outcome == .passed, "\(run.verdict)")
        #expect(run.events.count { $0.kind == .measurement } == 3)
    }

    @Test(
        "A delay is found where it is",
        arguments: [
            (late + ", when: {message: read}", "operation: read, count: 3", "max is 11.0 s"),
            (
                late + ", when: {message: read, session: newest}", "operation: read, count: 8, sessions: 2",
                "max is 11.0 s"
            ),
            (late + ", when: {message: write}", "operation: write, of: 1.52, count: 2", "max is 11.0 s"),
            (
                "link: {at: response, do: {delay: {tail: 12s, one-in: 4}}}, when: {message: read}",
                "operation: read, count: 30, for: 10min", "max is 12.0 s"
            ),
        ]
    )
    func delayed(_ fault: String, _ load: String, _ figure: String) throws {
        let run = try run("\(load), warm-up: 0, budget: {max: 10s}", [fault])
        #expect(run.verdict.outcome == .warned, "\(run.verdict)")
        let finding = try #require(run.verdict.findings.first { $0.step == "1" })
        #expect(finding.requirement == "HAP-HTTP-033")
        #expect(finding.expected == "max is at most 10s")
        #expect(finding.got.hasPrefix(figure), "\(finding.got)")
        let cited = run.events.filter { finding.evidence.contains($0.sequence) }
        #expect(cited.map(\.kind) == [.measurement])
    }

    @Test("An answer that does not come counts with the time that the tester waited")
    func silence() throws {
        let run = try run(
            "operation: read, count: 20, warm-up: 0, budget: {max: 10s}",
            ["effect: {of: response.send, do: omit}, when: {message: read, from: 12}"]
        )
        let finding = try #require(run.verdict.findings.first)
        #expect(finding.got.hasPrefix("max is 20.0 s; read, "), "\(finding.got)")
        let observed = run.events.first { $0.kind == .observation && $0["unanswered"] != nil }
        #expect(observed?["unanswered"] == 2, "the step ends after 30 s: \(observed?.body ?? .null)")
    }

    @Test("An accessory that refuses the operation proves nothing about its times")
    func refused() throws {
        let run = try run(
            "operation: write, of: 1.52, count: 20, warm-up: 0, budget: {max: 10s}",
            ["answer: {to: write, status: invalid-value}"]
        )
        #expect(run.verdict.outcome == .inconclusive, "\(run.verdict)")
        #expect(run.verdict.reason?.contains("write ended after 0 times") == true, "\(run.verdict.reason ?? "")")
    }

    @Test("A limit of writes is respected: nothing is written beyond it")
    func writes() throws {
        let run = try run("operation: write, of: 1.52, count: 20, budget: {max: 10s}", writes: 10)
        #expect(run.verdict.outcome == .inconclusive)
        #expect(run.verdict.reason?.contains("allows 10 writes of 1.52 in a run, and the measurement needs 22") == true)
    }

    @Test("The record has the times, the percentiles, their intervals and the budget, and gives the same verdict again")
    func record() throws {
        let fault = "link: {at: response, do: {delay: {between: [5ms, 40ms]}}}, when: {message: read}"
        let run = try run("operation: read, count: 150, sessions: 2, budget: {p50: 1s, p99: 30ms}", [fault])
        let series = try #require(MeasuredTimes(run.events).series.first)
        #expect(series.name == "read" && series.count == 150 && series.times.count == 150 && series.sessions == 2)
        #expect(series.instance == run.verdict.instance)
        #expect(series.histogram.count == 150)
        let summary = try #require(LatencySummary(series.times))
        for percentile in Percentile.allCases { #expect(series[percentile] == summary[percentile]) }
        #expect(series.times.allSatisfy { $0 >= .milliseconds(5) && $0 <= .milliseconds(40) })
        #expect(series.budgets.map(\.outcome) == [.met, .failed])
        let again = try Rejudgement(try run.events.map { try #require(JournalEvent(line: Array($0.line.utf8))) })
        #expect(again.changed == [])
        #expect(again.verdicts.map(\.json) == [run.verdict.json])
    }
}
