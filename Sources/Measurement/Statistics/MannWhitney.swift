import Glibc

/// The Mann-Whitney U test: whether the values of one sample tend to be larger than those of another.
///
/// It compares ranks, so it needs no normal distribution, and a few very slow answers do not hide a shift.
package struct MannWhitney: Sendable, Hashable {
    /// The number of pairs in which the old value is larger; a tie counts half.
    package let u: Double
    /// The probability of a difference at least this large between samples of the same distribution, on both sides: the
    /// normal approximation with corrections for ties and continuity.
    package let p: Double
    /// Cliff's delta, the effect size from -1 to 1: how much more often a new value is larger than an old one than it is
    /// smaller.
    package let delta: Double

    /// - Returns: `nil` if a sample has no values.
    package init?(_ old: Sample, _ new: Sample) {
        guard old.count > 0, new.count > 0 else { return nil }
        let (m, n) = (Double(old.count), Double(new.count))
        var (oldRanks, ties) = (0.0, 0.0)
        var (i, j, below) = (0, 0, 0.0)
        // Walks through both samples in ascending order, over groups of equal values.
        while i < old.count || j < new.count {
            let value = min(i < old.count ? old.sorted[i] : .infinity, j < new.count ? new.sorted[j] : .infinity)
            let (oldStart, newStart) = (i, j)
            while i < old.count, old.sorted[i] == value { i += 1 }
            while j < new.count, new.sorted[j] == value { j += 1 }
            let size = Double(i - oldStart + j - newStart)
            oldRanks += Double(i - oldStart) * (below + (size + 1) / 2)
            ties += size * size * size - size
            below += size
        }
        u = oldRanks - m * (m + 1) / 2
        delta = 1 - 2 * u / (m * n)
        let variance = m * n / 12 * ((m + n + 1) - ties / ((m + n) * (m + n - 1)))
        let distance = max(0, abs(u - m * n / 2) - 0.5)
        p = variance > 0 ? min(1, erfc(distance / variance.squareRoot() / 2.0.squareRoot())) : 1
    }
}
