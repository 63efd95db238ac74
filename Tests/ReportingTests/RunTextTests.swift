import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite("The text of a run") struct RunTextTests {
    /// A run with failures and warnings that differ, each of them cited with several messages.
    ///
    /// - Parameter height: the number of steps of each instance.
    private static func report(failures: Int, warnings: Int, height: (Int) -> Int) throws -> RunReport {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        for index in 0..<(failures + warnings) {
            let isFailure = index >= warnings
            let word = String(repeating: "x", count: index + 1)
            let findings = (0..<height(index)).map { step in
                var finding = EditedRun.finding(
                    "HAP-PAIR-SETUP-0\(step % 2 == 0 ? "13" : "20")",
                    evidence: [run.add(.wire, nil, EditedRun.request)]
                )
                (finding.step, finding.got) = ("\(step)", word)
                finding.severity = isFailure ? .failed : .warned
                return finding
            }
            run.add(EditedRun.verdict("pair-setup.items[row=\(word)]", isFailure ? .failed : .warned, findings))
        }
        run.add(.close, nil, RunEnd.completed.json)
        return try run.report()
    }

    private static func lines(_ text: String) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).count
    }

    @Test("Failures stand before warnings, as many of both as fit, and the rest is counted by outcome")
    func fits() throws {
        let report = try Self.report(failures: 15, warnings: 11) { $0 == 12 ? 100 : 2 }
        let text = RunText(report, folder: "Reports/one").text.string
        #expect((300...350).contains(Self.lines(text)), "\(Self.lines(text))\n\(text)")
        let failed = text.ranges(of: "\nFAILED ").count + (text.hasPrefix("FAILED ") ? 1 : 0)
        let warned = text.ranges(of: "\nWARNED ").count
        #expect(failed >= 8, "\(failed)")
        let left = ["\(15 - failed) failed"] + (warned == 11 ? [] : ["\(11 - warned) warned"])
        #expect(
            text.contains("\nnot shown in full: \(left.joined(separator: ", ")); `--verbose` prints everything\n"),
            "\(text)"
        )
        #expect(text.contains("failed (15)"))
        let whole = RunText(report, folder: nil, detail: .verbose).text.string
        #expect(whole.ranges(of: "FAILED ").count == 15 && whole.ranges(of: "WARNED ").count == 11)
        #expect(!whole.contains("not shown in full"))
    }

    @Test("A failure that does not fit does not hide those after it")
    func large() throws {
        let report = try Self.report(failures: 4, warnings: 0) { $0 == 1 ? 400 : 2 }
        var higher = report
        for index in higher.entries[1].verdict.findings.indices {
            // Each finding is about another expectation of another requirement, so none is left out.
            higher.entries[1].verdict.findings[index].requirement = "HAP-X-\(index)"
        }
        let text = RunText(higher, folder: nil).text.string
        #expect(text.ranges(of: "FAILED ").count == 3, "\(text)")
        #expect(text.contains("not shown in full: 1 failed; `--verbose` prints everything"))
        higher.entries = [higher.entries[1]]
        #expect(RunText(higher, folder: nil).text.string.hasPrefix("FAILED "), "one failure is always shown")
    }

    @Test("A failure that is a likely cause of others stands before other failures")
    func causes() throws {
        let report = try Self.report(failures: 3, warnings: 0) { _ in 1 }
        let cause = try #require(report.causes.groups.first).instance
        let text = RunText(report, folder: nil).text.string
        #expect(text.hasPrefix("FAILED \(cause)\n"), "\(text)")
    }
}
