import Glibc
import Histogram

/// How many measured times lie in which range, in constant space (HdrHistogram, three significant digits).
package struct LatencyHistogram: Sendable {
    private var counts = Histogram<UInt64>(
        highestTrackableValue: 3_600_000_000_000,
        numberOfSignificantValueDigits: .three
    )

    package init() {}

    package init(_ times: some Sequence<Duration>) {
        for time in times { record(time) }
    }

    /// Adds a time; one above an hour counts as an hour.
    package mutating func record(_ time: Duration) {
        let nanoseconds = UInt64(clamping: time.wholeNanoseconds)
        if !counts.record(nanoseconds) { counts.record(counts.highestTrackableValue) }
    }

    /// The number of times.
    package var count: UInt64 { counts.totalCount }

    /// A percentile, to three digits.
    package func value(at percentile: Percentile) -> Duration {
        .nanoseconds(Int64(clamping: counts.valueAtPercentile(percentile.quantile * 100)))
    }

    /// The numbers of times in ranges of equal ratio between the shortest and the longest time.
    ///
    /// - Parameter count: the number of ranges, from 1.
    package func ranges(_ count: Int) -> [UInt64] {
        var ranges = [UInt64](repeating: 0, count: count)
        for (_, share, number) in placed() { ranges[min(count - 1, Int(share * Double(count)))] += number }
        return ranges
    }

    /// The recorded values with their counts: the lowest nanosecond of each bucket that has any.
    package var buckets: [(nanoseconds: UInt64, count: UInt64)] {
        placed().map { ($0.0, $0.2) }
    }

    /// Each bucket with its place between the shortest (0) and the longest time (1), on a logarithmic scale.
    private func placed() -> [(UInt64, Double, UInt64)] {
        guard counts.totalCount > 0 else { return [] }
        let (low, high) = (Double(max(1, counts.min)), Double(max(1, counts.max)))
        return counts.recordedValues().map { step in
            let value = counts.lowestEquivalentForValue(step.value)
            let share = high > low ? Self.ratio(Double(max(1, value)) / low, in: high / low) : 0
            return (value, min(1, max(0, share)), step.count)
        }
    }

    /// The logarithm of a number to a base.
    private static func ratio(_ number: Double, in base: Double) -> Double { log(number) / log(base) }
}
