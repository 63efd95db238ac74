/// How the times of one operation differ between two measurements, percentile by percentile.
package struct TimesShift: Sendable, Hashable {
    package let old: Sample
    package let new: Sample
    /// Cliff's delta, the effect size from -1 to 1: how much more often a new time is longer than an old one than it is
    /// shorter.
    package let effect: Double
    /// The percentiles for which both sides have enough times.
    package let percentiles: [PercentileShift]

    /// Whether it is worse: one percentile that is slower outweighs others that are faster.
    package var direction: Shift.Direction {
        let found = Set(percentiles.map(\.direction))
        return found.contains(.slower) ? .slower : found.contains(.faster) ? .faster : .same
    }

    /// Compares pairs of measurements, with one correction for all of them.
    ///
    /// A difference counts as for ``Shift``.
    ///
    /// - Returns: a shift for each pair; `nil` for a pair that has fewer than ``Shift/fewest`` times on a side.
    package static func shifts(_ pairs: [(old: Sample, new: Sample)]) -> [TimesShift?] {
        let tested = pairs.map { pair in
            (pair: pair, test: MannWhitney(pair.old, pair.new), tests: tests(pair.old, pair.new))
        }
        var corrected = HolmCorrection.corrected(tested.flatMap { $0.tests.map(\.p) })[...]
        return tested.map { one in
            let own = corrected.prefix(one.tests.count)
            corrected = corrected.dropFirst(own.count)
            let (old, new) = one.pair
            let percentiles = zip(one.tests, own).compactMap { test, corrected in
                PercentileShift(test.percentile, old, new, p: test.p, corrected: corrected)
            }
            guard let test = one.test, !percentiles.isEmpty else { return nil }
            return TimesShift(old: old, new: new, effect: test.delta, percentiles: percentiles)
        }
    }

    private static func tests(_ old: Sample, _ new: Sample) -> [(percentile: Percentile, p: Double)] {
        PercentileShift.compared.filter { min(old.count, new.count) >= PercentileShift.fewest($0) }.compactMap {
            percentile in
            let p =
                percentile == .p50
                ? MannWhitney(old, new)?.p : ExceedanceTest(old, new, above: percentile.quantile)?.p
            return p.map { (percentile, $0) }
        }
    }
}
