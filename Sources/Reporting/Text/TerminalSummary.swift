import Judge
import RunRecord

/// What a run came to, for somebody who reads a terminal.
package struct TerminalSummary: Sendable {
    private let report: RunReport
    private let style: Style

    /// - Parameters:
    ///   - report: the run.
    ///   - style: plain unless the caller knows better.
    package init(_ report: RunReport, style: Style = .plain) {
        self.report = report
        self.style = style
    }

    /// Why a run did not come to its end, on one line; `nil` if it did, or if there is no more to say.
    package var complaint: String? { report.end.message.map { CleanText.line($0, limit: 1024) } }

    /// The whole summary; ends without a line end.
    package var text: String {
        var blocks: [[String]] = []
        blocks.append(list(.failed))
        blocks.append(list(.warned))
        blocks.append(list(.inconclusive))
        blocks.append(list(.errored))
        blocks.append(skipped)
        blocks.append(CauseText(report).map { ["\(style.paint("likely cause", .bold)): \($0.line)"] } ?? [])
        blocks.append(report.notes.map { "note: " + CleanText.line($0, limit: 400) })
        if !report.seenForms.isEmpty { blocks.append(["SRP leading zeros: \(report.seenForms.text)"]) }
        blocks.append(ending)
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// `40 passed, 2 failed, 12 skipped of 54 in 3.2 s`.
    package var totals: String {
        "\(report.totals.text), \(report.totals.all) in all, in \(Figures.duration(report.elapsed))"
    }

    private func list(_ outcome: Verdict.Outcome) -> [String] {
        let entries = report.entries.filter { $0.verdict.outcome == outcome }
        guard !entries.isEmpty else { return [] }
        let renderer = FailureText(report)
        var lines = ["\(style.paint(outcome)) (\(entries.count))"]
        for entry in entries {
            let name = entry.verdict.instance.isEmpty ? entry.verdict.caseID : entry.verdict.instance
            let note = entry.countsForConformance ? "" : " (compatibility)"
            lines.append("  \(style.paint(CleanText.line(name, limit: 400), .bold))\(note)")
            lines.append("    \(renderer.message(entry))")
        }
        return lines
    }

    /// Skips are many and their reasons few.
    private var skipped: [String] {
        var counts: [String: Int] = [:]
        for entry in report.entries where entry.verdict.outcome == .skipped {
            counts[CleanText.line(entry.verdict.reason ?? "no reason given", limit: 200), default: 0] += 1
        }
        guard !counts.isEmpty else { return [] }
        let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let width = rows.map { String($0.value).count }.max() ?? 1
        return ["\(style.paint(.skipped)) (\(report.totals[.skipped]))"]
            + rows.map { "  \(String(repeating: " ", count: width - String($0.value).count))\($0.value)  \($0.key)" }
    }

    private var ending: [String] {
        let status = report.exitStatus
        let look: Style.Look = status == .conformant ? .green : status == .unjudged ? .magenta : .red
        return [totals, style.paint("\(status.meaning) (exit status \(status.rawValue))", look)]
    }
}
