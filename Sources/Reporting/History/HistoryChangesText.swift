package import HAPModel
package import History
import SuiteLanguage

/// What changed in a history, by the run with which it changed, for a terminal and as JSON.
package struct HistoryChangesText: Sendable {
    private let reading: HistoryReading
    private let series: [HistorySeries]
    private let style: Style

    package init(_ reading: HistoryReading, style: Style = .plain) {
        self.reading = reading
        series = (reading.usual() + reading.instances()).filter { !$0.changes.isEmpty }
        self.style = style
    }

    /// The runs with a change, the oldest first, and how many changes there are.
    package var text: CleanText {
        let changes = series.flatMap { series in series.changes.map { (series, $0) } }
        let runs = Dictionary(grouping: changes) { $0.1.after.number }
        let blocks = reading.runs.compactMap { run in runs[run.number].map { block(run, $0) } }
        let count = Spoken.count(changes.count, "change")
        return (blocks + ["\(changes.isEmpty ? "no change" : count) in \(HistoryWords.runs(reading))"])
            .joined(separator: "\n\n")
    }

    private func block(_ run: KeptRun, _ changes: [(HistorySeries, HistoryChange)]) -> CleanText {
        // The series may have different runs before it: the fewest causes are those that all have.
        let causes = changes.map { HistoryWords.causes($0.1) }.min { $0.count < $1.count } ?? ""
        let head = HistoryWords.run(run) + (causes.isEmpty ? "" : ": \(causes)")
        let lines = changes.flatMap { series, change -> [CleanText] in
            let name = style.paint(CleanText(series.name, limit: 400), HistoryWords.trend(change).look)
            return name.lines(indent: 2, hanging: 4)
                + HistoryWords.change(change, of: series.unit).lines(indent: 4, hanging: 4)
        }
        return (style.paint(head, .bold).lines(hanging: 2) + lines).joined(separator: "\n")
    }

    /// Each change with what was before and after it; times in nanoseconds.
    package var json: JSON {
        var object = HistoryJSON.head(reading)
        object["changes"] = .array(
            series.flatMap { series in series.changes.map { HistoryJSON.change($0, of: series) } }
        )
        return .object(object)
    }
}

extension HistoryWords.Trend {
    fileprivate var look: Style.Look {
        switch self {
        case .worse: .red
        case .better: .green
        case .other: .yellow
        }
    }
}
