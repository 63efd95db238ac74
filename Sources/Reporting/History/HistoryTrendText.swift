package import HAPModel
package import History

/// Series of a history as plots for a terminal, and as JSON.
package struct HistoryTrendText: Sendable {
    private let reading: HistoryReading
    private let series: [HistorySeries]
    private let style: Style

    /// - Parameter series: series of the reading.
    package init(_ reading: HistoryReading, _ series: [HistorySeries], style: Style = .plain) {
        self.reading = reading
        self.series = series
        self.style = style
    }

    /// A plot for each series, with its changes below it, and a line about the counts that are 0.
    package var text: CleanText {
        let plots = series.filter { !$0.isZero }.map { plot($0).joined(separator: "\n") }
        return (plots + [HistoryWords.zeros(series)].compactMap { $0 }).joined(separator: "\n\n")
    }

    private func plot(_ series: HistorySeries) -> [CleanText] {
        let head = style.paint(CleanText(series.name, limit: 200), .bold)
        guard let first = series.points.first?.run, let last = series.points.last?.run else {
            return head.lines(hanging: 2)
        }
        let plot = TextPlot(series.points.map(\.value), changes: series.changes.map(\.index)) {
            HistoryWords.value($0, series.unit)
        }
        // A single run stands at one end.
        let ends = [HistoryWords.run(first), series.points.count > 1 ? HistoryWords.run(last) : ""]
        let changes = series.changes.flatMap { change in
            let words = HistoryWords.change(change, of: series.unit)
            return CleanText("from \(change.after.label) on \(words)").lines(indent: 2, hanging: 4)
        }
        return head.lines(hanging: 2) + plot.lines(first: ends[0], last: ends[1]) + changes
    }

    /// The series with all values; times in nanoseconds.
    package var json: JSON {
        var object = HistoryJSON.head(reading)
        object["series"] = .array(series.map(HistoryJSON.series))
        return .object(object)
    }
}
