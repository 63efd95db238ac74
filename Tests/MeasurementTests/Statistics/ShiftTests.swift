import Foundation
import Measurement
import Testing

@Suite("Shifts of durations")
struct ShiftTests {
    /// Durations of an accessory in virtual data: most of them near a typical one, some much slower.
    private struct Durations {
        var numbers: SeededGenerator
        /// How wide the typical ones are spread.
        var spread = 0.15
        /// The share of slow ones.
        var slow = 0.03

        mutating func next() -> Double {
            let (first, second) = (
                Double.random(in: 0.000_001..<1, using: &numbers), Double.random(in: 0..<1, using: &numbers)
            )
            let normal = (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
            let isSlow = Double.random(in: 0..<1, using: &numbers) < slow
            return 5 * exp(spread * normal) * (isSlow ? 6 : 1)
        }

        mutating func sample(_ count: Int, times factor: Double = 1) -> Sample {
            Sample((0..<count).map { _ in factor * next() })
        }
    }

    private func direction(_ old: Sample, _ new: Sample) -> Shift.Direction? {
        Shift.shifts([("read", old, new)]).first?.direction
    }

    @Test("A shift of 10 % at 200 values is found in at least 95 of 100 trials, in both directions")
    func power() {
        var durations = Durations(numbers: SeededGenerator(seed: 12))
        var (slower, faster) = (0, 0)
        for _ in 0..<100 {
            let (old, new) = (durations.sample(200), durations.sample(200, times: 1.1))
            if direction(old, new) == .slower { slower += 1 }
            if direction(new, old) == .faster { faster += 1 }
        }
        #expect(slower >= 95 && faster >= 95, "\(slower) slower, \(faster) faster")
    }

    @Test(
        "Without a shift at most 1 of 100 comparisons raises an alarm, however many operations it has",
        arguments: [1, 12]
    )
    func alarms(operations: Int) {
        var durations = Durations(numbers: SeededGenerator(seed: 5))
        var alarms = 0
        for _ in 0..<100 {
            let shifts = Shift.shifts(
                (0..<operations).map { ("operation \($0)", durations.sample(60), durations.sample(60)) }
            )
            if shifts.contains(where: { $0.direction != .same }) { alarms += 1 }
        }
        #expect(alarms <= 1)
    }

    @Test("Fewer than 20 values on a side tell nothing, and a tiny shift does not count even if it is certain")
    func limits() throws {
        var durations = Durations(numbers: SeededGenerator(seed: 3))
        #expect(direction(durations.sample(19), durations.sample(200, times: 3)) == .unknown)
        #expect(direction(durations.sample(20), durations.sample(200, times: 3)) == .slower)
        var exact = Durations(numbers: SeededGenerator(seed: 3), spread: 0.001, slow: 0)
        let (old, new) = (exact.sample(500), exact.sample(500, times: 1.01))
        let shift = try #require(Shift.shifts([("read", old, new)]).first)
        #expect(shift.corrected < 1e-9 && shift.direction == .same)
        #expect(Shift.shifts([("read", Sample([Double]()), old)]).isEmpty)
    }
}
