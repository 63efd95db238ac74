package import Measurement

/// The times of one operation in a run, in nanoseconds.
package struct HistoryFigure: Sendable, Hashable {
    /// `read` of a measurement; `GET /characteristics` of a run.
    package var operation: String
    /// The number of times.
    package var count: Int64
    private var values: [Percentile: Int64]

    package init(_ operation: String, count: Int64, values: [Percentile: Int64]) {
        self.operation = operation
        self.count = count
        self.values = values
    }

    package init(_ operation: String, _ summary: LatencySummary) {
        let values = Percentile.allCases.map { ($0, summary[$0].value.wholeNanoseconds) }
        self.init(
            operation,
            count: Int64(summary.count),
            values: Dictionary(values) { first, _ in first }
        )
    }

    package subscript(percentile: Percentile) -> Int64 { values[percentile] ?? 0 }
}
