package import History

/// The history of one product as one HTML page, in the design of the page of a run.
package struct HistoryPage: Sendable {
    private let reading: HistoryReading

    package init(_ reading: HistoryReading) {
        self.reading = reading
    }

    /// The document in UTF-8.
    package func encoded() -> [UInt8] {
        let name = CleanText(reading.product, limit: 200)
        let usual = reading.usual()
        let changes = PlacedChange.all(in: usual + reading.instances(), of: reading.runs)
        let page = Page(
            title: "History: \(name) — Assay",
            heading: name,
            subtitle: "Tests of a HomeKit accessory over time",
            colophon: [
                "A change is found by E-divisive: the series is cut where the values before and after differ most, and the cut counts if at most 1 % of random orders show one as strong.",
                "Only whole runs with the same selection and transports as the newest one are compared.",
            ],
            sections: [
                HistorySummarySection(reading, changes), HistoryChangeSection(changes), TrendSection(usual),
                FlakySection(reading.flaky), HistoryRunSection(reading.runs),
            ]
        )
        return page.encoded()
    }
}

/// A change, and the series that it is in.
struct PlacedChange {
    let series: HistorySeries
    let change: HistoryChange

    var trend: HistoryWords.Trend { HistoryWords.trend(change) }

    /// The newest first, and those of one run in the order of their series.
    static func all(in series: [HistorySeries], of runs: [KeptRun]) -> [PlacedChange] {
        let changes = series.flatMap { series in
            series.changes.map { PlacedChange(series: series, change: $0) }
        }
        return runs.reversed().flatMap { run in changes.filter { $0.change.after.number == run.number } }
    }
}

extension HistoryWords.Trend {
    /// The state whose colour a change has.
    var state: CleanText {
        switch self {
        case .worse: "worse"
        case .better: "better"
        case .other: "same"
        }
    }

    var words: CleanText { self == .other ? "spread" : CleanText(rawValue) }
}
