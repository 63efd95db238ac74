/// What a set of measured times comes to. No time is left out: a slow answer is what a measurement looks for.
package struct LatencySummary: Sendable, Hashable {
    /// A percentile with its 95 % confidence interval.
    package struct Figure: Sendable, Hashable {
        package var value: Duration
        /// The lower end; `nil` if there are too few samples for one.
        package var low: Duration?
        /// The upper end; `nil` if there are too few samples for one.
        package var high: Duration?

        package init(value: Duration, low: Duration? = nil, high: Duration? = nil) {
            self.value = value
            self.low = low
            self.high = high
        }
    }

    package let count: Int
    package let least: Duration
    package let mean: Duration
    /// How many times lie further above the upper quartile than three times the distance between the quartiles (Tukey's
    /// outer fence). They are counted, and are part of all figures.
    package let outliers: Int
    private let figures: [Percentile: Figure]

    /// - Returns: `nil` without any time.
    package init?(_ times: [Duration]) {
        guard !times.isEmpty else { return nil }
        let sorted = times.sorted()
        count = sorted.count
        least = sorted[0]
        mean = sorted.reduce(.zero, +) / sorted.count
        var figures: [Percentile: Figure] = [:]
        for percentile in Percentile.allCases {
            guard percentile != .max else {
                figures[.max] = Figure(value: sorted[sorted.count - 1])
                continue
            }
            let interval = QuantileInterval(percentile.quantile, of: sorted.count)
            figures[percentile] = Figure(
                value: sorted[interval.rank - 1],
                low: interval.low.map { sorted[$0 - 1] },
                high: interval.high.map { sorted[$0 - 1] }
            )
        }
        self.figures = figures
        // Of two to four times, the upper quartile is the largest: so few show no outlier.
        let (lower, upper) = (sorted[(sorted.count - 1) / 4], sorted[sorted.count * 3 / 4])
        let fence = upper + (upper - lower) * 3
        outliers = sorted.count { $0 > fence }
    }

    /// Figures that a record holds.
    ///
    /// - Returns: `nil` if one of the percentiles is missing.
    package init?(count: Int, least: Duration, mean: Duration, outliers: Int, figures: [Percentile: Figure]) {
        guard Percentile.allCases.allSatisfy({ figures[$0] != nil }) else { return nil }
        (self.count, self.least, self.mean, self.outliers) = (count, least, mean, outliers)
        self.figures = figures
    }

    /// A percentile. The maximum is a fact of the samples, so it has no interval.
    package subscript(percentile: Percentile) -> Figure {
        figures[percentile] ?? Figure(value: least)
    }
}
