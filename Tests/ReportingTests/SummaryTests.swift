import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct SummaryTests {
    @Test("the summary is as it is pinned")
    func snapshot() throws {
        try expectSnapshot(TerminalSummary(SampleRun.everyOutcome().report()).text + "\n", "summary.txt")
    }

    @Test("the JSON document is as it is pinned and can be read")
    func json() throws {
        let text = JSONSummary(try SampleRun.everyOutcome().report()).text
        #expect(throws: Never.self) { try JSON.parse(Array(text.utf8)) }
        try expectSnapshot(text, "summary.json")
    }

    @Test("a good run says so", arguments: [(Style.plain, false), (.ansi, true)])
    func conformant(style: Style, isColoured: Bool) throws {
        var report = try SampleRun.everyOutcome().report()
        report.entries.removeAll { $0.verdict.outcome != .passed }
        report.notes = []
        report.cause = nil
        let text = TerminalSummary(report, style: style).text
        #expect(text.contains("1 passed, 1 in all, in 14 ms\n"))
        #expect(text.contains("no requirement that binds is broken (exit status 0)"))
        #expect(text.contains("\u{1b}") == isColoured)
    }
}
