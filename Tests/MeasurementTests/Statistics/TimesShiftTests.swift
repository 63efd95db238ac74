import Measurement
import Testing

@Suite("Shifts of percentiles")
struct TimesShiftTests {
    /// Times of which most are between 4 and 6 ms, and some are slow.
    private static func times(_ count: Int, slow: Double, _ numbers: inout SeededGenerator) -> Sample {
        Sample(
            (0..<count).map { _ in
                let isSlow = Double.random(in: 0..<1, using: &numbers) < slow
                return Double.random(in: 4e6..<6e6, using: &numbers) * (isSlow ? 5 : 1)
            }
        )
    }

    @Test("The numbers of values above the common quantile have the probabilities of Fisher's test")
    func exceedances() throws {
        let small = try #require(
            ExceedanceTest(Sample((1...20).map(Double.init)), Sample((11...30).map(Double.init)), above: 0.9)
        )
        #expect(small.old == 0 && small.new == 4 && abs(small.p - 0.10602910602910603) < 1e-12)
        let large = try #require(
            ExceedanceTest(Sample((1...100).map(Double.init)), Sample((1...100).map { 1.5 * Double($0) }), above: 0.9)
        )
        #expect(large.old == 0 && large.new == 20 && abs(large.p - 6.643374155415397e-07) < 1e-15)
        let same = try #require(ExceedanceTest(Sample([1, 1, 1]), Sample([1, 1, 1]), above: 0.9))
        #expect(same.old == 0 && same.new == 0 && same.p == 1)
        #expect(ExceedanceTest(Sample([Double]()), Sample([1.0]), above: 0.9) == nil)
    }

    @Test("A tail that became longer is found though the median stays, and the ends of its interval hold it")
    func tail() throws {
        var numbers = SeededGenerator(seed: 5)
        let (old, new) = (Self.times(3000, slow: 0.005, &numbers), Self.times(3000, slow: 0.03, &numbers))
        let shift = try #require(TimesShift.shifts([(old, new)])[0])
        #expect(shift.percentiles.map(\.percentile) == [.p50, .p90, .p99])
        #expect(
            shift.percentiles.map(\.direction) == [.same, .same, .slower],
            "\(shift.percentiles.map { ($0.old, $0.new, $0.p, $0.corrected) })"
        )
        #expect(shift.direction == .slower)
        #expect(try #require(TimesShift.shifts([(new, old)])[0]).direction == .faster)
        let (ratio, interval) = (shift.percentiles[2].ratio ?? 0, try #require(shift.percentiles[2].interval))
        #expect(interval.contains(ratio) && interval.lowerBound > 1 && ratio > 2)
    }

    @Test("Each percentile needs enough times on both sides that ten lie beyond it")
    func fewest() throws {
        #expect(PercentileShift.compared.map(PercentileShift.fewest) == [20, 100, 1000, 10_000])
        var numbers = SeededGenerator(seed: 7)
        func percentiles(_ count: Int) -> [Percentile]? {
            let (old, new) = (Self.times(count, slow: 0, &numbers), Self.times(2 * count, slow: 0, &numbers))
            return TimesShift.shifts([(old, new)])[0]?.percentiles.map(\.percentile)
        }
        #expect(percentiles(19) == nil)
        #expect(percentiles(20) == [.p50] && percentiles(99) == [.p50] && percentiles(100) == [.p50, .p90])
    }

    @Test("Without a shift at most 1 of 100 comparisons of twelve operations raises an alarm")
    func alarms() {
        var numbers = SeededGenerator(seed: 11)
        var alarms = 0
        for _ in 0..<100 {
            let pairs = (0..<12).map { _ in
                (Self.times(100, slow: 0.05, &numbers), Self.times(100, slow: 0.05, &numbers))
            }
            if TimesShift.shifts(pairs).contains(where: { $0?.direction != .same }) { alarms += 1 }
        }
        #expect(alarms <= 1)
    }
}
