import Judge

/// What a run prints at its end: failures in full, the summary, and where the reports are.
package struct RunText: Sendable {
    /// How much is printed.
    package enum Detail: Sendable, Hashable {
        /// Failures and totals.
        case quiet
        /// At most 400 lines: equal findings are counted, and skips are one line.
        case normal
        /// Everything.
        case verbose
    }

    private let report: RunReport
    private let folder: String?
    private let detail: Detail
    private let style: Style

    /// - Parameters:
    ///   - report: the run.
    ///   - folder: the folder of its reports; `nil` if they could not be written.
    ///   - detail: how much is printed.
    ///   - style: how text looks; plain by default.
    package init(_ report: RunReport, folder: String?, detail: Detail = .normal, style: Style = .plain) {
        self.report = report
        self.folder = folder
        self.detail = detail
        self.style = style
    }

    private var told: Set<Verdict.Outcome> { detail == .quiet ? [.failed] : [.failed, .warned] }
    private var summary: TerminalSummary { TerminalSummary(report, style: style, told: told, detail: detail) }

    /// Why the run ended early, on one line; `nil` if it did not.
    package var complaint: CleanText? { summary.complaint }

    /// The text for a terminal; ends without a line end.
    package var text: CleanText {
        (failures + [summary.text] + places).joined(separator: "\n")
    }

    /// More lines of failures than this hide the summary.
    private static let mostLines = 150

    /// The failures in full. Those that do not fit are left to the list of the summary.
    private var failures: [CleanText] {
        let renderer = FailureText(report, style: style)
        // A crash of the accessory is a finding, even if the rest of the case could not be judged.
        let entries = report.entries.filter { entry in
            (told.contains(entry.verdict.outcome) || entry.isCutShort) && report.known(entry) == nil
        }
        guard detail != .verbose else { return entries.map { renderer.text($0) + "\n" } }
        var texts: [CleanText] = []
        var lines = 0
        let groups = FoldedEntries.groups(entries)
        for (index, group) in groups.enumerated() {
            var text = renderer.text(group.first)
            if let rest = group.rest {
                text += "\n\n  " + rest.wrapped(after: 2, hanging: 2).joined(separator: "\n")
            }
            lines += text.string.count { $0.isNewline } + 2
            if lines > Self.mostLines, index > 0 {
                let left = groups.count - index
                return texts + [
                    "\(left) further \(left == 1 ? "failure" : "failures"), printed in full with --verbose\n"
                ]
            }
            texts.append(text + "\n")
        }
        return texts
    }

    private var places: [CleanText] {
        guard detail != .quiet else { return [] }
        let again: [CleanText] = report.command.map { ["Repeat:  \($0)"] } ?? []
        return again + (folder.map { ["Reports: \($0)"] } ?? [])
    }

    /// The run as one JSON document; ends without a line end.
    package var json: CleanText { JSONSummary(report).document }
}
