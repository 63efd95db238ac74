import History
import SuiteLanguage

/// A series as a graphic: a dot for each run, a line for each level, and an upright line for each change.
struct TrendPlot {
    private let series: HistorySeries
    private let low: Double
    private let high: Double

    // The size of the view box; the graphic is stretched to the width of the page.
    private static let width = 1000.0
    private static let height = 160.0
    /// The room around the dots, so that none is cut off.
    private static let margin = 10.0

    init(_ series: HistorySeries) {
        self.series = series
        let values = series.points.map(\.value)
        low = values.min() ?? 0
        high = values.max() ?? 0
    }

    func write(into page: inout HTMLWriter) {
        guard let first = series.points.first?.run, let last = series.points.last?.run else { return }
        page.element(.div, [.class("trend")]) { page in
            page.element(.div, [.class("scale")]) { page in
                page.element(.span, HistoryWords.value(high, series.unit))
                if low < high { page.element(.span, HistoryWords.value(low, series.unit)) }
            }
            page.element(
                .svg,
                [
                    .class("plot"), .role("img"), .label(label),
                    .viewBox(width: Int(Self.width), height: Int(Self.height)), .stretches,
                ],
                content: graphic
            )
            page.element(.div, [.class("reach")]) { page in
                page.element(.span, HistoryWords.run(first))
                page.element(.span, HistoryWords.run(last))
            }
        }
        page.endLine()
    }

    /// What a screen reader says instead of the graphic.
    private var label: CleanText {
        let (least, most) = (HistoryWords.value(low, series.unit), HistoryWords.value(high, series.unit))
        let changes = Spoken.count(series.changes.count, "change")
        return
            "\(CleanText(series.name, limit: 200)) of \(series.points.count) runs: from \(least) to \(most), \(changes)"
    }

    private func graphic(_ page: inout HTMLWriter) {
        for change in series.changes {
            // Between the last run before it and the first one after it.
            let x = (x(change.index - 1) + x(change.index)) / 2
            line((x, 0), (x, Self.height), .state(HistoryWords.trend(change).state), &page)
        }
        let places = series.points.enumerated().map { (x: x($0), y: y($1.value)) }
        page.element(.polyline, [.points(places)])
        for level in series.levels where !level.range.isEmpty {
            let y = y(level.median)
            line((x(level.range.lowerBound), y), (x(level.range.upperBound - 1), y), .class("level"), &page)
        }
        for (point, place) in zip(series.points, places) {
            // A line without length and with round ends stays a circle when the graphic is stretched.
            line(place, place, .class("dot"), &page) { page in
                page.element(
                    .title,
                    "\(HistoryWords.run(point.run)): \(HistoryWords.value(point.value, series.unit))"
                )
            }
        }
    }

    private func line(
        _ begin: (x: Double, y: Double),
        _ end: (x: Double, y: Double),
        _ attribute: HTMLAttribute,
        _ page: inout HTMLWriter,
        content: (inout HTMLWriter) -> Void = { _ in }
    ) {
        page.element(
            .line,
            [attribute, .x1(begin.x), .y1(begin.y), .x2(end.x), .y2(end.y)],
            content: content
        )
    }

    private func x(_ index: Int) -> Double {
        let steps = max(1, series.points.count - 1)
        return Self.margin + (Self.width - 2 * Self.margin) * Double(index) / Double(steps)
    }

    private func y(_ value: Double) -> Double {
        let share = low < high ? (value - low) / (high - low) : 0.5
        return Self.height - Self.margin - (Self.height - 2 * Self.margin) * share
    }
}
