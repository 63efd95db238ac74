import Glibc

/// Percentiles of a sample, and how certain they are.
///
/// A percentile is the smallest sample that is not exceeded by that share of all samples (nearest rank), so it is always a time
/// that was measured. Its interval is between two samples, too: the number of samples below the true percentile is
/// binomial, whatever the distribution of the times is (order statistics), so no assumption about their form is made.
package struct QuantileInterval: Sendable, Hashable {
    /// The rank of the percentile, from 1.
    package var rank: Int
    /// The rank of the lower end; `nil` if the samples are too few to have one.
    package var low: Int?
    /// The rank of the upper end; `nil` if the samples are too few to have one.
    package var high: Int?

    /// The least probability that the interval holds the true percentile.
    private static let confidence = 0.95

    /// The ranks for a percentile of `count` samples, from 1 up.
    ///
    /// - Parameter quantile: greater than 0 and at most 1.
    package init(_ quantile: Double, of count: Int) {
        // A product such as 0.9 · 10 may be a little above the whole number.
        rank = min(count, max(1, Int((quantile * Double(count) - 1e-9).rounded(.up))))
        let tail = (1 - Self.confidence) / 2
        let probabilities = Self.probabilities(quantile, of: count)
        var sum = 0.0
        // The largest rank l with P(fewer than l samples are below) at most the tail.
        for below in 0..<count {
            sum += probabilities[below]
            if sum > tail { break }
            low = below + 1
        }
        sum = 0
        // The smallest rank u with P(u or more samples are below) at most the tail.
        for below in stride(from: count, through: 1, by: -1) {
            sum += probabilities[below]
            if sum > tail { break }
            high = below
        }
    }

    /// The probability that exactly so many of `count` samples are below the quantile, for 0 to `count`.
    private static func probabilities(_ quantile: Double, of count: Int) -> [Double] {
        guard quantile < 1 else { return [Double](repeating: 0, count: count) + [1] }
        let (size, inside, outside) = (Double(count), log(quantile), log(1 - quantile))
        let whole = Self.logarithmOfFactorial(size)
        return (0...count).map { below in
            let part = Double(below)
            let ways = whole - Self.logarithmOfFactorial(part) - Self.logarithmOfFactorial(size - part)
            return exp(ways + part * inside + (size - part) * outside)
        }
    }

    private static func logarithmOfFactorial(_ number: Double) -> Double {
        let (logarithm, _): (Double, Int) = lgamma(number + 1)
        return logarithm
    }
}
