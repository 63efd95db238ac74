import Judge
package import Reporting
import RunRecord

/// What a run found.
public struct RunOutcome: Sendable {
    package let report: RunReport
    /// The folder with `run.jsonl.gz`, `junit.xml` and `summary.json`; `nil` if nothing was selected.
    public let folder: String?
    /// Why the reports could not be written; `nil` if they could.
    public let reportProblem: String?
    /// Why the run is not in the history; `nil` if it is, or if no history was named.
    public let historyProblem: String?

    package init(report: RunReport, folder: String?, reportProblem: String? = nil, historyProblem: String? = nil) {
        self.report = report
        self.folder = folder
        self.reportProblem = reportProblem
        self.historyProblem = historyProblem
    }

    /// 0 if the accessory is conformant, 1 if a mandatory requirement is violated, and so on, as for `assay run`.
    public var exitStatus: Int32 { status.rawValue }

    /// The exit status in words.
    public var meaning: String { isWritten ? report.meaning : status.meaning }

    /// The exit status by name: a run that could not be written down is an error of the tester.
    package var status: ExitStatus { isWritten ? report.exitStatus : .fault }

    private var isWritten: Bool { reportProblem == nil && historyProblem == nil }

    /// Why the run ended early; `nil` if it did not.
    public var complaint: String? { TerminalSummary(report).complaint?.string }

    /// One verdict for each instance, in the order of the run.
    public var verdicts: [InstanceVerdict] { report.entries.map(InstanceVerdict.init) }

    /// Totals, failures and reasons as plain text, for a person.
    public var summary: String { TerminalSummary(report, isWritten: isWritten).text.string }

    /// Everything about one instance as plain text: its findings and the messages that prove them.
    ///
    /// - Returns: `nil` if the run had no instance with this name.
    public func details(of instance: String) -> String? {
        report.entries.first { $0.verdict.instance == instance }.map { FailureText(report).text($0).string }
    }
}
