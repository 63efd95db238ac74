import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct SummaryTests {
    @Test("the summary matches its snapshot")
    func snapshot() throws {
        try expectFixture(TerminalSummary(EditedRun.everyOutcome().report()).text.string + "\n", "summary.txt")
    }

    @Test("the JSON document matches its snapshot and can be parsed")
    func json() throws {
        let text = JSONSummary(try EditedRun.everyOutcome().report()).text.string
        #expect(throws: Never.self) { try JSON.parse(Array(text.utf8)) }
        try expectFixture(text, "summary.json")
    }

    @Test("a conformant run is reported", arguments: [(Style.plain, false), (.ansi, true)])
    func conformant(style: Style, isColoured: Bool) throws {
        var report = try EditedRun.everyOutcome().report()
        report.entries.removeAll { $0.verdict.outcome != .passed }
        report.notes = []
        report.causes = LikelyCauses([], events: [], library: try Fixtures.library())
        let text = TerminalSummary(report, style: style).text.string
        #expect(text.contains("1 passed, 1 in total, in 14 ms\n"))
        #expect(text.contains("no mandatory requirement failed (exit status 0)"))
        #expect(text.contains("\u{1b}") == isColoured)
    }

    @Test("Instances that were shown in full are listed only if there are several, with their violated requirements")
    func told() throws {
        var report = try EditedRun.everyOutcome().report()
        let several = TerminalSummary(report, told: [.failed, .warned]).text.string
        #expect(several.hasPrefix("failed (2)\n  pair-setup.m3-first[over=ip]: HAP-PAIR-SETUP-013\n"))
        let causes = report.causeTexts.map(\.line.string)
        let words = several.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("likely causes (2) " + causes.map { "\($0) " }.joined()), "\(words)")
        let others = causes.reduce(words) { $0.replacing($1, with: "") }
        #expect(!others.contains("expected") && !others.contains("warned (1)"))
        report.entries.removeAll { !$0.countsForConformance }
        #expect(!TerminalSummary(report, told: [.failed]).text.string.contains("failed (1)"))
        #expect(TerminalSummary(report).text.string.contains("failed (1)"))
    }

    @Test("Inconclusive instances are grouped by reason, with the first names of each")
    func reasons() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        for row in 1...5 {
            let reason = row == 2 ? "unknown" : "step 1 was not reached"
            run.add(EditedRun.verdict("session.replayed-frame[row=\(row)]", .inconclusive, reason: reason))
        }
        let text = try TerminalSummary(run.report()).text.string
        let wanted = """
            inconclusive (5)
              4  step 1 was not reached
                 session.replayed-frame[row=1]
                 session.replayed-frame[row=3]
                 … and 2 more, in summary.json
              1  unknown
                 session.replayed-frame[row=2]
            """
        #expect(text.hasPrefix(wanted), "\(text)")
    }

    @Test("The totals and the result are one line each for a program, and lines of its width for a terminal")
    func width() throws {
        var report = try EditedRun.everyOutcome().report()
        report.entries += report.entries + report.entries
        let ending = TerminalSummary(report).text.string.split(separator: "\n").suffix(2)
        #expect(ending.first == Substring(TerminalSummary(report).totals.string) && ending.first?.count ?? 0 > 80)
        let lines = TerminalSummary(report, columns: 40).text.string.split(separator: "\n\n").last?.split(
            separator: "\n"
        )
        #expect(lines.map { $0.count >= 3 && $0.allSatisfy { $0.count <= 40 } } == true, "\(lines ?? [])")
        let words = lines?.joined(separator: " ").split(separator: " ")
        #expect(words == ending.joined(separator: " ").split(separator: " "))
    }

    @Test("Without instances, nothing is counted")
    func nothing() throws {
        var report = try EditedRun.everyOutcome().report()
        report.entries = []
        #expect(TerminalSummary(report).totals == "nothing ran, in 14 ms")
    }
}
