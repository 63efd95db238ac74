import Measurement
import Testing

/// The search for changes in series whose changes are known.
@Suite("Change points")
struct ChangePointTests {
    /// Numbers around a level, drawn from a seed: the mean of twelve uniform ones is nearly normal.
    private static func noise(_ count: Int, level: Double, spread: Double, _ numbers: inout SeededGenerator) -> [Double]
    {
        (0..<count).map { _ in
            let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double.random(in: 0..<1, using: &numbers) }
            return level + (sum - 6) * spread
        }
    }

    private static func series(_ parts: (count: Int, level: Double, spread: Double)..., seed: UInt64 = 1) -> [Double] {
        var numbers = SeededGenerator(seed: seed)
        return parts.flatMap { noise($0.count, level: $0.level, spread: $0.spread, &numbers) }
    }

    private static func places(_ values: [Double]) -> [Int] { ChangePoint.all(in: values).map(\.index) }

    @Test("A step is found at the first value after it, upwards and downwards")
    func step() {
        #expect(Self.places(Self.series((25, 100, 3), (25, 120, 3))) == [25])
        #expect(Self.places(Self.series((12, 120, 3), (30, 100, 3))) == [12])
    }

    @Test("A level that lasts for a while is two changes, and so is each of several steps")
    func several() {
        #expect(Self.places(Self.series((20, 100, 2), (8, 130, 2), (30, 100, 2))) == [20, 28])
        #expect(Self.places(Self.series((15, 100, 2), (15, 112, 2), (15, 124, 2))) == [15, 30])
    }

    @Test("A larger spread around the same level is a change")
    func spread() throws {
        let found = Self.places(Self.series((100, 100, 1), (100, 100, 12)))
        #expect(found.count == 1)
        #expect(abs(try #require(found.first) - 100) <= 5)
    }

    @Test("Short and constant series, and a single extreme value, have no change")
    func none() {
        for count in 0..<ChangePoint.fewest {
            #expect(Self.places((0..<count).map { Double($0) }) == [], "\(count)")
            #expect(Self.places((0..<count).map { $0 < count / 2 ? 1 : 1000 }) == [], "\(count)")
        }
        #expect(Self.places([Double](repeating: 3, count: 60)) == [])
        var values = Self.series((60, 100, 3))
        values[30] = 1_000_000
        #expect(Self.places(values) == [])
    }

    @Test("The unit does not matter, and equal values, as counts have, do no harm")
    func scale() {
        let values = Self.series((25, 100, 3), (25, 120, 3))
        #expect(Self.places(values.map { $0 * 1e6 + 5e9 }) == [25])
        let counts = [0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 3, 3, 4, 3, 3, 4, 3, 3, 3, 4].map { Double($0) }
        #expect(Self.places(counts) == [10])
    }

    @Test("The same series has the same changes each time, with their probabilities")
    func repeats() {
        let values = Self.series((20, 100, 6), (20, 106, 6), seed: 4)
        #expect(ChangePoint.all(in: values, seed: 7) == ChangePoint.all(in: values, seed: 7))
        for change in ChangePoint.all(in: Self.series((25, 100, 3), (25, 120, 3))) {
            #expect(change.p >= 1 / Double(ChangePoint.permutations + 1) && change.p <= ChangePoint.limit)
        }
    }

    @Test(
        "Of 300 series without a change, about three have a false one; of 100 with a step of two spreads, nearly all have it"
    )
    func rates() {
        let alarms = (1...300).count { !Self.places(Self.series((30, 100, 5), seed: $0)).isEmpty }
        // With a probability of 1 % each, more than 9 of 300 would be an accident of 1 in 1000.
        #expect(alarms <= 9)
        let found = (1...100).count { seed in
            Self.places(Self.series((20, 100, 5), (20, 110, 5), seed: seed)).contains { abs($0 - 20) <= 3 }
        }
        #expect(found >= 90)
    }
}
