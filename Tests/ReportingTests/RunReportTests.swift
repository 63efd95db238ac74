import HAPModel
import Judge
import Measurement
import RunRecord
import Synchronization
import Testing

@testable import Reporting

@Suite struct RunReportTests {
    @Test("a report made offline from the record's lines is the live one, byte for byte")
    func offline() throws {
        let run = EditedRun.everyOutcome()
        let events = run.events.compactMap { JournalEvent(line: Array($0.line.utf8)) }
        let offline = RunReport(events: events, library: try Fixtures.library())
        let live = try run.report()
        #expect(try JUnitReport(offline).encoded() == JUnitReport(live).encoded())
        #expect(JSONSummary(offline).text.string == JSONSummary(live).text.string)
    }

    @Test("the report has the data of the header and the events")
    func gathered() throws {
        let report = try EditedRun.everyOutcome().report()
        #expect(report.accessory == .init(name: "lightbulb", address: "simulated:lightbulb", transport: "ip"))
        #expect(report.notes == ["the accessory is already paired with another controller"])
        #expect(report.seed == "7")
        #expect(report.elapsed == 14_000_000)
        #expect(report.entries.first?.began == 2_000_000)
        #expect(report.exitStatus == .fault)
    }

    @Test(
        "a selection is described in words",
        arguments: [
            ("pair-setup.*", "pair-setup.*"), (["patterns": [], "tags": []], "everything"),
            (
                ["patterns": ["a.*", "b"], "tags": [], "requirements": ["HAP-X-1"]],
                "patterns: a.*, b; requirements: HAP-X-1"
            ),
        ] as [(JSON, String)]
    )
    func selection(selection: JSON, words: String) throws {
        var run = EditedRun()
        run.add(.header, ["selection": selection])
        #expect(try run.report().selection == words)
    }

    @Test("in a journal of a killed run, planned or running instances without a verdict are inconclusive")
    func cutOff() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        run.add(
            .plan,
            [
                "instances": ["pair-setup.items[over=ip]", ["name": "pair-setup.m3-first[over=ip]"]],
                "skips": [["name": "pair-setup.quirk", "case": "pair-setup.quirk", "reason": "not wanted"]],
            ]
        )
        run.add(EditedRun.verdict("pair-setup.items[over=ip]", .passed))
        run.add(.begin, "session.replayed-frame[over=ip]", [:])
        let report = try run.report()
        #expect(report.end.reason == .interrupted)
        #expect(report.exitStatus == .unjudged)
        let outcomes = report.entries.map { "\($0.verdict.instance) \($0.verdict.outcome)" }
        #expect(
            outcomes == [
                "pair-setup.items[over=ip] passed", "pair-setup.quirk skipped",
                "pair-setup.m3-first[over=ip] inconclusive", "session.replayed-frame[over=ip] inconclusive",
            ]
        )
    }

    @Test("verdicts of a rejudgement replace those of the journal")
    func rejudged() throws {
        let verdict = EditedRun.verdict("pair-setup.items[over=ip]", .passed)
        let run = EditedRun.everyOutcome()
        let report = RunReport(events: run.events, library: try Fixtures.library(), verdicts: [verdict])
        #expect(report.entries.map(\.verdict) == [verdict])
        #expect(report.exitStatus == .conformant)
    }

    @Test("a journal of nonsense still gives reports")
    func nonsense() throws {
        var run = EditedRun()
        for kind in JournalEvent.Kind.allCases {
            let bodies: [JSON] = [.null, 1, "x", [], [:], ["findings": 3, "outcome": "failed"]]
            for body in bodies { run.add(kind, body) }
        }
        let report = try run.report()
        #expect(try StrictSchemas().problems(JUnitReport(report).encoded()) == [])
        #expect(!TerminalSummary(report).text.string.isEmpty)
        #expect(run.events.flatMap(TraceLine().lines).map(\.string).count > 0)
    }

    /// Keeps what a journal writes to its record.
    private final class Lines: JournalSink {
        let all = Mutex<[JournalEvent]>([])

        func write(_ event: JournalEvent) { all.withLock { $0.append(event) } }
    }

    @Test("a setup code that the accessory sends is in no report and no trace")
    func redaction() throws {
        let code = try #require(SetupCode("031-45-154"))
        let text = code.withText { $0 }
        var run = EditedRun.everyOutcome()
        run.add(
            .wire,
            ["start": .string("GET /\(text)"), "text": .string(text), "hex": .string(Hex.encode(Array(text.utf8)))]
        )
        var finding = EditedRun.finding(evidence: [UInt64(run.events.count - 1)])
        finding.got = "the code \(text)"
        run.add(EditedRun.verdict("pair-setup.items[row=z; over=ip]", .failed, [finding], reason: text))
        run.add(.trouble, ["message": .string("code \(text)")])
        run.add(.close, RunEnd(.wrongSetupCode, "not \(text)").json)
        // As in a run: the journal knows the code, and reports and trace use the journal.
        let sink = Lines()
        let journal = Journal(clock: .system, redaction: Redaction(setupCode: code), sink: sink)
        for event in run.events { journal.record(event.kind, instance: event.instance, step: event.step, event.body) }
        let report = RunReport(events: journal.events, library: try Fixtures.library())
        #expect(report.end.reason == .wrongSetupCode)
        let texts =
            [
                String(decoding: try JUnitReport(report).encoded(), as: UTF8.self), JSONSummary(report).text.string,
                TerminalSummary(report).text.string,
            ] + report.entries.map { FailureText(report).text($0).string }
            + sink.all.withLock { $0 }.flatMap(TraceLine().lines).map(\.string)
        for shown in texts {
            #expect(!shown.contains(text))
            #expect(!shown.contains(Hex.encode(Array(text.utf8))))
            #expect(!shown.contains("30 33 31"))
        }
        #expect(texts.contains { $0.contains("the code ••••••••") })
    }
}
