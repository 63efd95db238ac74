/// How a quantile changed: the new one divided by the old one, with a confidence interval from a bootstrap.
package struct QuantileRatio: Sendable, Hashable {
    /// The ratio; 1.1 means that the new quantile is 10 % larger.
    package let ratio: Double
    /// The interval that has the true ratio with the probability ``level``, if the values are independent.
    package let interval: ClosedRange<Double>

    /// The probability of the interval.
    package static let level = 0.99
    private static let resamples = 2000

    /// Draws both samples again 2,000 times, with replacement, and takes the ratios in the middle (the percentile
    /// method).
    ///
    /// - Parameters:
    ///   - share: which quantile; 0.5 is the median.
    ///   - seed: decides what is drawn, so the same samples give the same interval.
    /// - Returns: `nil` if a sample has no values or the old quantile is not above 0.
    package init?(_ old: Sample, _ new: Sample, at share: Double = 0.5, seed: UInt64 = 1) {
        guard let before = old.quantile(share), let after = new.quantile(share), before > 0 else { return nil }
        let ratio = after / before
        self.ratio = ratio
        var numbers = SeededGenerator(seed: seed)
        let oldQuantiles = Self.quantiles(of: old, at: share, &numbers)
        let newQuantiles = Self.quantiles(of: new, at: share, &numbers)
        let ratios = Sample(zip(oldQuantiles, newQuantiles).map { $0 > 0 ? $1 / $0 : ratio })
        let rest = (1 - Self.level) / 2
        interval = (ratios.quantile(rest) ?? ratio)...(ratios.quantile(1 - rest) ?? ratio)
    }

    /// The quantiles of samples that are drawn from this one.
    private static func quantiles(of sample: Sample, at share: Double, _ numbers: inout SeededGenerator) -> [Double] {
        let count = sample.count
        let place = share * Double(count - 1)
        let rank = Int(place)
        let rest = place - Double(rank)
        var drawn = [Int32](repeating: 0, count: count)
        return (0..<resamples).map { _ in
            for index in drawn.indices { drawn[index] = 0 }
            for _ in 0..<count { drawn[Int.random(in: 0..<count, using: &numbers)] += 1 }
            // The values are sorted, so a quantile is where so many of the draws are reached.
            var low: Int?
            var high = 0
            var seen = 0
            for index in drawn.indices {
                seen += Int(drawn[index])
                if seen > rank, low == nil { low = index }
                if seen > min(rank + 1, count - 1) {
                    high = index
                    break
                }
            }
            let value = sample.sorted[low ?? high]
            return value + (sample.sorted[high] - value) * rest
        }
    }
}
