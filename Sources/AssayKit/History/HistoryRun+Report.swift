import Foundation
import History
import Latency
import Measurement
import Regression
import Reporting
import RunRecord
import Runner

extension HistoryRun {
    /// What the history keeps of a run.
    ///
    /// - Parameters:
    ///   - events: its journal, live or read back.
    ///   - record: the folder of its record.
    init(_ report: RunReport, _ events: [JournalEvent], record: String) {
        self.init(
            id: Self.id(report, events),
            kind: .run,
            started: RunName.utc(report.started),
            tool: report.tool,
            record: URL(fileURLWithPath: record).resolvingSymlinksInPath().path,
            status: report.exitStatus.rawValue,
            isWhole: report.end.isWhole,
            accessory: HistoryAccessory(
                report.record,
                name: report.accessory.name,
                transport: report.accessory.transport
            ),
            suites: report.suiteDigest,
            selection: report.selection ?? "everything",
            figures: OperationTimes.summaries(events).map { HistoryFigure($0.operation, $0.summary) }
        )
    }

    /// What the history keeps of a measurement.
    init(_ outcome: LatencyMeasurement.Outcome, _ plan: LoadPlan) {
        let rate = plan.rate.map { ", \($0) a second" } ?? ""
        self.init(
            id: UUID().uuidString.lowercased(),
            kind: .measure,
            started: RunName.utc(outcome.started),
            tool: AssayVersion.text,
            status: outcome.status.rawValue,
            isWhole: outcome.isWhole,
            accessory: HistoryAccessory(
                outcome.accessory,
                name: outcome.name,
                transport: outcome.series.first?.transport ?? "ip"
            ),
            selection: "sessions: \(plan.sessions)\(rate)",
            figures: outcome.series.compactMap { series in
                series.summary.map { HistoryFigure(series.name, $0) }
            }
        )
    }

    /// The start and the moments of the verdicts, to the nanosecond: no two runs have the same, and a record that is read back
    /// has those of its run.
    private static func id(_ report: RunReport, _ events: [JournalEvent]) -> String {
        let moments = events.filter { [.accessory, .verdict, .close].contains($0.kind) }.map { "\($0.at.nanoseconds)" }
        let text = ([report.started, report.accessory.name] + moments).joined(separator: " ")
        return String(ContentDigest.text(Array(text.utf8)).prefix(32))
    }
}

extension RunReport {
    /// The verdicts as the history keeps them.
    var keptVerdicts: [HistoryVerdict] {
        var names: Set<String> = []
        return entries.map { HistoryVerdict($0.verdict, counts: $0.countsForConformance) }
            .filter { names.insert($0.instance).inserted }
    }
}
