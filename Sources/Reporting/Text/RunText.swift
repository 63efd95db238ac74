import Judge

/// What a run prints at its end: failures in full, the summary, and where the reports are.
package struct RunText: Sendable {
    private let report: RunReport
    private let folder: String?
    private let isQuiet: Bool
    private let style: Style

    /// - Parameters:
    ///   - report: the run.
    /// - folder: the folder of its reports; `nil` if they could not be written.
    /// - isQuiet: whether to print only failures and totals.
    /// - style: how text looks; plain by default.
    package init(_ report: RunReport, folder: String?, isQuiet: Bool = false, style: Style = .plain) {
        self.report = report
        self.folder = folder
        self.isQuiet = isQuiet
        self.style = style
    }

    private var told: Set<Verdict.Outcome> { isQuiet ? [.failed] : [.failed, .warned] }
    private var summary: TerminalSummary { TerminalSummary(report, style: style, told: told) }

    /// Why the run ended early, on one line; `nil` if it did not.
    package var complaint: CleanText? { summary.complaint }

    /// The text for a terminal; ends without a line end.
    package var text: CleanText {
        let failures = FailureText(report, style: style)
        // A crash of the accessory is a finding, even if the rest of the case could not be judged.
        let entries = report.entries.filter { entry in
            (told.contains(entry.verdict.outcome) || entry.isCutShort) && report.known(entry) == nil
        }
        let places = (isQuiet ? nil : folder).map { ["Reports: \($0)" as CleanText] }
        return (entries.map { failures.text($0) + "\n" } + [summary.text] + (places ?? [])).joined(separator: "\n")
    }

    /// The run as one JSON document; ends without a line end.
    package var json: CleanText { CleanText(json: JSONSummary(report).json) }
}
