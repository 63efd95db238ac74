/// A place in a series from which on its values have another distribution.
package struct ChangePoint: Sendable, Hashable {
    /// The number of the first value after the change.
    package let index: Int
    /// The share of random orders of the values around it that show a change as strong as this one.
    package let p: Double

    /// Finds the changes of a series by E-divisive (Matteson and James, 2014): it cuts the series where the energy distance
    /// between both sides is largest, tests the cut with random permutations, and goes on with both parts.
    ///
    /// The distance sees changes of level and of spread, and needs no normal distribution. It assumes that the values are
    /// independent while nothing changes.
    ///
    /// - Parameters:
    ///   - values: finite numbers in the order of their times.
    ///   - seed: decides the permutations, so the same series has the same changes.
    /// - Returns: the changes in the order of the series. Of 100 parts without a change, one has a false one.
    package static func all(in values: [Double], seed: UInt64 = 1) -> [ChangePoint] {
        guard values.count >= fewest else { return [] }
        let values = fenced(values)
        var found: [ChangePoint] = []
        var parts = [0..<values.count]
        while let part = parts.popLast() {
            guard let change = first(in: Array(values[part]), seed: seed) else { continue }
            let index = part.lowerBound + change.index
            found.append(ChangePoint(index: index, p: change.p))
            parts += [part.lowerBound..<index, index..<part.upperBound]
        }
        return placed(found.sorted { $0.index < $1.index }, in: values)
    }

    /// A series with fewer values has no change: too many of its random orders look like one.
    package static let fewest = 8
    /// The number of random orders.
    package static let permutations = 199
    /// A cut is a change if at most this share of random orders shows one as strong.
    package static let limit = 0.01

    /// The strongest cut of a part of a series; `nil` if chance explains it.
    private static func first(in values: [Double], seed: UInt64) -> ChangePoint? {
        var series = EnergyCut(values: values)
        guard let cut = series.strongest(), cut.strength > 0 else { return nil }
        var numbers = SeededGenerator(seed: seed)
        var (exceeding, share) = (1.0, 1 / Double(permutations + 1))
        for _ in 0..<permutations {
            series.values.shuffle(using: &numbers)
            guard series.hasCut(asStrongAs: cut.strength) else { continue }
            exceeding += 1
            share = exceeding / Double(permutations + 1)
            guard share <= limit else { return nil }
        }
        return ChangePoint(index: cut.index, p: share)
    }

    /// Puts each change where it divides the values between its neighbours best. When it was found, the changes around it were
    /// not known: of two steps upwards, the first cut may lie between them.
    private static func placed(_ changes: [ChangePoint], in values: [Double]) -> [ChangePoint] {
        var changes = changes
        for _ in 0..<3 {
            let before = changes
            for number in changes.indices {
                let start = number > 0 ? changes[number - 1].index : 0
                let end = number + 1 < changes.count ? changes[number + 1].index : values.count
                let cut = EnergyCut(values: Array(values[start..<end])).strongest(toTheEnd: true)
                if let cut { changes[number] = ChangePoint(index: start + cut.index, p: changes[number].p) }
            }
            if changes == before { break }
        }
        return changes
    }

    /// The values, with those beyond Tukey's outer fences put on the fence: a few extreme values neither hide nor make a
    /// change.
    private static func fenced(_ values: [Double]) -> [Double] {
        let sample = Sample(values)
        guard let low = sample.quantile(0.25), let high = sample.quantile(0.75), high > low else { return values }
        let reach = 3 * (high - low)
        return values.map { min(max($0, low - reach), high + reach) }
    }
}
