package import HAPModel
import Judge
package import Latency
package import Reporting
package import RunRecord
package import Runner

/// What a measurement came to.
package struct MeasurementOutcome: Sendable {
    package let series: [MeasuredSeries]
    package let overhead: TesterOverhead?
    package let visit: Visit.Outcome
    package let wasStopped: Bool
    /// What its record says.
    package let report: RunReport
    /// The journal.
    package let events: [JournalEvent]
    /// The folder of the record.
    package let folder: String
    /// Why the record could not be written; `nil` if it could.
    package let recordProblem: String?

    /// Writes the reports beside the journal, and seals it.
    ///
    /// - Throws: ``SetupError`` if the journal does not give a report.
    init(
        series: [MeasuredSeries],
        overhead: TesterOverhead?,
        visit: Visit.Outcome,
        wasStopped: Bool,
        events: [JournalEvent],
        folder: RunFolder
    ) throws(SetupError) {
        (self.series, self.overhead, self.visit, self.wasStopped) = (series, overhead, visit, wasStopped)
        (self.events, self.folder) = (events, folder.path)
        // What is read back from the record gives the same report.
        report = try SetupError.with(.fault) { RunReport(events: events, library: try Rejudgement(events).library) }
        recordProblem = Self.problem(report, events, folder)
    }

    private static func problem(_ report: RunReport, _ events: [JournalEvent], _ folder: RunFolder) -> String? {
        do {
            try report.write(into: folder.path)
            RunName.markLatest(folder.path)
            try folder.seal(events, keepingBytesOf: report.keptBytes(events))
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The budgets beside the figures.
    package var budgets: [BudgetVerdict] { report.measurement?.budgets ?? [] }

    /// 1 if a budget is violated, 5 if an operation ended early or a budget could not be judged.
    package var status: ExitStatus { recordProblem == nil ? report.exitStatus : .fault }

    /// Everything that was measured; times in nanoseconds.
    ///
    /// - Parameter isKept: whether the history has it, if one was named; otherwise the process ends with 4.
    package func json(isKept: Bool) -> JSON {
        [
            "unit": "ns", "series": .array(series.map(\.json)),
            "unmeasured": .array(
                report.times.unmeasured.map { ["operation": .string($0.name), "reason": .string($0.reason)] }
            ),
            "budgets": .array(budgets.map(\.json)),
            "tester": overhead?.json ?? .null, "exit-status": JSON((isKept ? status : .fault).rawValue),
            "record": .string(folder),
        ]
    }
}
