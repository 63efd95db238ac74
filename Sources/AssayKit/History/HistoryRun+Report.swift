import Foundation
import History
import Latency
import Measurement
import Regression
import Reporting
import RunRecord
import Runner

extension HistoryRun {
    /// What the history keeps of a run or of a measurement.
    ///
    /// - Parameters:
    ///   - events: its journal, live or read back.
    ///   - record: the folder of its record.
    init(_ report: RunReport, _ events: [JournalEvent], record: String) {
        let measurement = report.measurement
        self.init(
            id: RecordIdentity.text(events),
            kind: measurement == nil ? .run : .measure,
            started: RunName.utc(report.started),
            tool: report.tool,
            record: URL(fileURLWithPath: record).resolvingSymlinksInPath().path,
            status: report.exitStatus.rawValue,
            isWhole: report.end.isWhole && measurement?.isWhole ?? true,
            accessory: HistoryAccessory(
                report.record,
                name: report.accessory.name,
                transport: report.accessory.transport
            ),
            suites: report.suiteDigest,
            selection: measurement == nil ? report.selection ?? "everything" : Self.load(report.times),
            figures: (measurement == nil ? OperationTimes.summaries(events) : []).map {
                HistoryFigure($0.operation, $0.summary)
            } + Self.measured(report.times)
        )
    }

    /// The measured times by name: `read`, or `latency.read[lightbulb.on; over=ip].read` if a case measured it. Steps of an
    /// instance that measure the same operation are one.
    private static func measured(_ times: MeasuredTimes) -> [HistoryFigure] {
        let groups = Dictionary(grouping: times.series) { series in
            series.instance.map { "\($0).\(series.name)" } ?? series.name
        }
        return groups.sorted { $0.key < $1.key }.compactMap { name, series in
            LatencySummary(series.flatMap(\.times)).map { HistoryFigure(name, $0) }
        }
    }

    /// The load of a measurement: `sessions: 4, 20.0 a second, lightbulb.on, over a relay`.
    private static func load(_ times: MeasuredTimes) -> String {
        let rate = times.series.lazy.compactMap(\.rate).first.map { ", \($0) a second" } ?? ""
        let targets = Set(times.series.compactMap(\.target)).sorted().map { ", \($0)" }.joined()
        let relay = times.series.contains(where: \.isOverRelay) ? ", over a relay" : ""
        return "sessions: \(times.series.map(\.sessions).max() ?? 1)\(rate)\(targets)\(relay)"
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
