/// How the durations of one operation differ between two groups of measurements.
package struct Shift: Sendable, Hashable {
    /// Whether the difference counts.
    package enum Direction: String, Sendable {
        case slower, faster, same
        /// There are not enough values to tell.
        case unknown
    }

    /// What was measured: `read`.
    package let operation: String
    package let old: Sample
    package let new: Sample
    package let test: MannWhitney
    /// The new median divided by the old one.
    package let ratio: Double
    /// The probability of ``test``, corrected for the number of operations that are compared (Holm).
    package let corrected: Double
    package let direction: Direction

    /// The number of values that each side needs.
    package static let fewest = 20
    /// A difference counts if its corrected probability is below this.
    package static let limit = 0.001
    /// A difference of the medians below this share is too small to matter, even if it is real.
    package static let smallest = 0.02

    /// Compares each operation that both sides have.
    ///
    /// A difference counts if each side has 20 values, the corrected probability is below 0.001, and the medians differ by
    /// 2 %. The values must be independent of each other: the values of two runs on a busy machine are not.
    ///
    /// - Parameter operations: the durations by operation, in any unit.
    package static func shifts(_ operations: [(name: String, old: Sample, new: Sample)]) -> [Shift] {
        let tested = operations.compactMap { Tested($0.name, $0.old, $0.new) }
        let judged = tested.filter(\.isLarge)
        let corrected = Dictionary(
            zip(judged.map(\.name), HolmCorrection.corrected(judged.map(\.test.p))),
            uniquingKeysWith: min
        )
        return tested.map { Shift($0, corrected: $0.isLarge ? corrected[$0.name] : nil) }
    }

    /// The interval that has the true ratio with a probability of 99 %.
    package var interval: ClosedRange<Double> { QuantileRatio(old, new)?.interval ?? ratio...ratio }

    private struct Tested {
        let name: String
        let old: Sample
        let new: Sample
        let test: MannWhitney
        let ratio: Double

        init?(_ name: String, _ old: Sample, _ new: Sample) {
            guard let test = MannWhitney(old, new), let before = old.median, let after = new.median, before > 0 else {
                return nil
            }
            (self.name, self.old, self.new, self.test, ratio) = (name, old, new, test, after / before)
        }

        var isLarge: Bool { min(old.count, new.count) >= Shift.fewest }
    }

    private init(_ tested: Tested, corrected: Double?) {
        (operation, old, new, test, ratio) = (tested.name, tested.old, tested.new, tested.test, tested.ratio)
        self.corrected = corrected ?? tested.test.p
        guard let corrected else {
            direction = .unknown
            return
        }
        direction = Self.direction(ratio: ratio, corrected: corrected)
    }

    /// Whether a difference counts that can be judged.
    static func direction(ratio: Double, corrected: Double) -> Direction {
        guard corrected < limit, abs(ratio - 1) >= smallest else { return .same }
        return ratio > 1 ? .slower : .faster
    }
}
