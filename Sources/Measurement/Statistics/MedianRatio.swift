/// How a median changed: the new one divided by the old one, with a confidence interval from a bootstrap.
package struct MedianRatio: Sendable, Hashable {
    /// The ratio; 1.1 means that the new median is 10 % larger.
    package let ratio: Double
    /// The interval that has the true ratio with the probability ``level``, if the values are independent.
    package let interval: ClosedRange<Double>

    /// The probability of the interval.
    package static let level = 0.99
    private static let resamples = 2000

    /// Draws both samples again 2,000 times, with replacement, and takes the ratios in the middle (the percentile
    /// method).
    ///
    /// - Parameter seed: decides what is drawn, so the same samples give the same interval.
    /// - Returns: `nil` if a sample has no values or the old median is not above 0.
    package init?(_ old: Sample, _ new: Sample, seed: UInt64 = 1) {
        guard let before = old.median, let after = new.median, before > 0 else { return nil }
        let ratio = after / before
        self.ratio = ratio
        var numbers = SeededGenerator(seed: seed)
        let oldMedians = Self.medians(of: old, &numbers)
        let newMedians = Self.medians(of: new, &numbers)
        let ratios = Sample(zip(oldMedians, newMedians).map { $0 > 0 ? $1 / $0 : ratio })
        let rest = (1 - Self.level) / 2
        interval = (ratios.quantile(rest) ?? ratio)...(ratios.quantile(1 - rest) ?? ratio)
    }

    /// The medians of samples that are drawn from this one.
    private static func medians(of sample: Sample, _ numbers: inout SeededGenerator) -> [Double] {
        let count = sample.count
        var drawn = [Int32](repeating: 0, count: count)
        return (0..<resamples).map { _ in
            for index in drawn.indices { drawn[index] = 0 }
            for _ in 0..<count { drawn[Int.random(in: 0..<count, using: &numbers)] += 1 }
            // The values are sorted, so the median is where half of the draws are reached.
            let (half, most) = ((count - 1) / 2, count / 2)
            var low: Int?
            var high = 0
            var seen = 0
            for index in drawn.indices {
                seen += Int(drawn[index])
                if seen > half, low == nil { low = index }
                if seen > most {
                    high = index
                    break
                }
            }
            return (sample.sorted[low ?? high] + sample.sorted[high]) / 2
        }
    }
}
