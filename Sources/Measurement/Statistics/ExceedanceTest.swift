import Glibc

/// Whether more values of one sample than of another lie above a quantile of both together: a test of tails.
///
/// The Mann-Whitney test looks at all ranks, so it hardly sees that only the slowest answers became slower. Without a difference,
/// each value above the limit belongs to either sample as if it were drawn from an urn, so the probabilities are exact
/// (the hypergeometric distribution, as in Fisher's test).
package struct ExceedanceTest: Sendable, Hashable {
    /// The numbers of values above the common quantile.
    package let old: Int
    package let new: Int
    /// The probability of a difference at least this large between samples of the same distribution, on both sides.
    package let p: Double

    /// - Parameter share: which quantile; 0.9 looks at the slowest tenth.
    /// - Returns: `nil` if a sample has no values.
    package init?(_ old: Sample, _ new: Sample, above share: Double) {
        guard old.count > 0, new.count > 0, let limit = Sample(old.sorted + new.sorted).quantile(share) else {
            return nil
        }
        self.init(
            old: old.sorted.count { $0 > limit },
            of: old.count,
            new: new.sorted.count { $0 > limit },
            of: new.count
        )
    }

    /// Compares two shares: `old` of `oldCount`, and `new` of `newCount`.
    package init(old: Int, of oldCount: Int, new: Int, of newCount: Int) {
        let (sum, size) = (old + new, oldCount + newCount)
        func chance(_ count: Int) -> Double {
            exp(Self.choices(newCount, count) + Self.choices(oldCount, sum - count) - Self.choices(size, sum))
        }
        let possible = max(0, sum - oldCount)...min(sum, newCount)
        let fewer = possible.filter { $0 <= new }.reduce(0) { $0 + chance($1) }
        let more = possible.filter { $0 >= new }.reduce(0) { $0 + chance($1) }
        (self.old, self.new) = (old, new)
        p = min(1, 2 * min(fewer, more))
    }

    /// The logarithm of the number of ways to choose so many.
    private static func choices(_ count: Int, _ chosen: Int) -> Double {
        func factorial(_ number: Int) -> Double {
            let (logarithm, _): (Double, Int) = lgamma(Double(number) + 1)
            return logarithm
        }
        return factorial(count) - factorial(chosen) - factorial(count - chosen)
    }
}
