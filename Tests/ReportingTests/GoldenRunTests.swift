import Foundation
import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite("The journal of a real run, and the reports that are made from it")
struct GoldenRunTests {
    @Test("The run gives the kept journal again, line by line")
    func journal() throws {
        let made = try GoldenRun.made().map(\.line)
        try Generated.write(made.joined(separator: "\n") + "\n", to: Fixtures.path(GoldenRun.file))
        let kept = try GoldenRun.lines()
        #expect(made.count == kept.count)
        for (line, wanted) in zip(made, kept) where line != wanted {
            Issue.record("not as it is kept: \(Generated.hint)\n\(line)\n\(wanted)")
            return
        }
    }

    @Test("The run has the outcomes that its reports are to show")
    func outcomes() throws {
        let totals = try GoldenRun.report().totals
        for outcome in [Verdict.Outcome.passed, .failed, .warned, .skipped] {
            #expect(totals[outcome] > 0, "\(outcome)")
        }
        #expect(totals[.errored] == 0 && totals[.inconclusive] == 0)
    }

    @Test(
        "The header names schema, tool, machine, start with its offset, and the suites; the accessory follows arrival"
    )
    func identity() throws {
        let events = try GoldenRun.events()
        let header = try #require(events.first?.body)
        #expect(header["schema"] == 5)
        #expect(header["environment"]?["tool"]?.stringValue?.hasPrefix("assay ") == true)
        #expect(header["environment"]?["architecture"] != nil)
        #expect(header["started"] == "1970-01-01T00:00:00Z")
        #expect(header["lock"]?["files"]?["vocabulary/verbs.yaml"] != nil)
        let place = try #require(events.firstIndex { $0.kind == .accessory })
        #expect(events[..<place].contains { $0.kind == .control } && !events[..<place].contains { $0.kind == .plan })
        let record = AccessoryRecord(events[place].body)
        #expect(record.json == events[place].body)
        #expect(record.name != nil && record.deviceID != nil && record.category == 5 && record.configuration == 7)
        #expect(record.places == [.init(transport: "ip", destination: "simulated:lightbulb")])
    }

    @Test("Reports of the kept journal are the samples that the checkout shows")
    func samples() throws {
        let report = try GoldenRun.report()
        let failures = report.entries.filter { [.failed, .warned].contains($0.verdict.outcome) }
        try expectSample(TerminalSummary(report).text.string + "\n", "summary.txt")
        try expectSample(JSONSummary(report).text.string, "summary.json")
        try expectSample(String(decoding: JUnitReport(report).encoded(), as: UTF8.self), "junit.xml")
        let texts = failures.map { FailureText(report).text($0).string }
        try expectSample(texts.joined(separator: "\n\n") + "\n", "failures.txt")
    }

    @Test("The trace of one instance is the sample that the checkout shows")
    func trace() throws {
        let failed = try #require(GoldenRun.report().entries.first { $0.verdict.outcome == .failed }).name
        let lines = try GoldenRun.events().filter { $0.instance == failed }.flatMap(TraceLine().lines).map(\.string)
        try expectSample(lines.joined(separator: "\n") + "\n", "trace.txt")
    }
}
