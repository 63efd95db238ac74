/// How a percentile of one operation differs between two measurements.
package struct PercentileShift: Sendable, Hashable {
    package let percentile: Percentile
    package let old: Double
    package let new: Double
    /// The new one divided by the old one; `nil` if the old one is not above 0.
    package let ratio: Double?
    /// The probability of the test: Mann-Whitney for the median, exceedances for the others.
    package let p: Double
    /// The same, corrected for the number of percentiles that are compared (Holm).
    package let corrected: Double
    package let direction: Shift.Direction
    private let samples: [Sample]

    /// The interval that has the true ratio with a probability of 99 %; `nil` without a ratio. It takes a bootstrap.
    package var interval: ClosedRange<Double>? {
        QuantileRatio(samples[0], samples[1], at: percentile.quantile)?.interval
    }

    /// How many values each side needs: ten of them lie beyond the percentile.
    package static func fewest(_ percentile: Percentile) -> Int {
        Int((Double(Shift.fewest) / 2 / (1 - percentile.quantile)).rounded())
    }

    /// The percentiles that can be compared; a maximum depends on the number of values.
    package static let compared: [Percentile] = [.p50, .p90, .p99, .p999]

    /// - Returns: `nil` if a side has no values.
    init?(_ percentile: Percentile, _ old: Sample, _ new: Sample, p: Double, corrected: Double) {
        guard let before = old.quantile(percentile.quantile), let after = new.quantile(percentile.quantile) else {
            return nil
        }
        self.percentile = percentile
        (self.old, self.new) = (before, after)
        let ratio = before > 0 ? after / before : nil
        self.ratio = ratio
        (self.p, self.corrected) = (p, corrected)
        direction = ratio.map { Shift.direction(ratio: $0, corrected: corrected) } ?? .unknown
        samples = [old, new]
    }
}
