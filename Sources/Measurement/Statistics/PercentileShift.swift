/// How a percentile of one operation differs between two measurements.
package struct PercentileShift: Sendable, Hashable {
    package let percentile: Percentile
    package let old: Double
    package let new: Double
    /// The ratio and its interval; `nil` if the old percentile is not above 0.
    package let ratio: QuantileRatio?
    /// The probability of the test: Mann-Whitney for the median, exceedances for the others.
    package let p: Double
    /// The same, corrected for the number of percentiles that are compared (Holm).
    package let corrected: Double
    package let direction: Shift.Direction

    /// How many values each side needs: ten of them lie beyond the percentile.
    package static func fewest(_ percentile: Percentile) -> Int {
        Int((Double(Shift.fewest) / 2 / (1 - percentile.quantile)).rounded())
    }

    /// The percentiles that can be compared; a maximum depends on the number of values.
    package static let compared: [Percentile] = [.p50, .p90, .p99, .p999]

    init?(_ percentile: Percentile, _ old: Sample, _ new: Sample, p: Double, corrected: Double) {
        guard let before = old.quantile(percentile.quantile), let after = new.quantile(percentile.quantile) else {
            return nil
        }
        self.percentile = percentile
        (self.old, self.new) = (before, after)
        let ratio = QuantileRatio(old, new, at: percentile.quantile)
        self.ratio = ratio
        (self.p, self.corrected) = (p, corrected)
        direction = Shift.direction(ratio: before > 0 ? after / before : 1, corrected: corrected)
    }
}
