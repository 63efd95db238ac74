import Measurement
import Testing

@Suite("Percentiles and their intervals")
struct QuantileIntervalTests {
    // The ranks of the 95 % intervals of the median are tabulated, for example in Conover, Practical Nonparametric
    // Statistics: n = 10: 2 and 9; n = 20: 6 and 15; n = 100: 40 and 61.
    @Test(
        "The interval of the median has the ranks of the tables",
        arguments: [(6, 1, 6), (10, 2, 9), (20, 6, 15), (50, 18, 33), (100, 40, 61)]
    )
    func median(_ count: Int, _ low: Int, _ high: Int) {
        let interval = QuantileInterval(0.5, of: count)
        #expect(interval.low == low)
        #expect(interval.high == high)
    }

    @Test("Too few samples have no interval")
    func fewSamples() {
        // P(all five are below the median) = 1/32 = 3.1 %, more than 2.5 %.
        #expect(QuantileInterval(0.5, of: 5).low == nil)
        #expect(QuantileInterval(0.5, of: 5).high == nil)
        // 0.99^368 = 2.48 %: the first count whose largest sample is the upper end of p99.
        #expect(QuantileInterval(0.99, of: 367).high == nil)
        #expect(QuantileInterval(0.99, of: 368).high == 368)
    }

    @Test("The median is judged from the number of times on whose interval has both ends")
    func fewestOfMedian() {
        let fewest = Percentile.p50.fewest
        let (few, enough) = (QuantileInterval(0.5, of: fewest - 1), QuantileInterval(0.5, of: fewest))
        #expect(few.low == nil && few.high == nil)
        #expect(enough.low != nil && enough.high != nil)
    }

    @Test(
        "The rank is the nearest one",
        arguments: [(0.5, 1, 1), (0.5, 4, 2), (0.9, 10, 9), (0.99, 200, 198), (0.999, 200, 200), (0.999, 1000, 999)]
    )
    func rank(_ quantile: Double, _ count: Int, _ rank: Int) {
        #expect(QuantileInterval(quantile, of: count).rank == rank)
    }

    @Test("The figures of known times are exact, and no time is left out")
    func summary() throws {
        let times = (1...999).map { Duration.microseconds($0) } + [.seconds(1)]
        let summary = try #require(LatencySummary(times.shuffled()))
        #expect(summary.count == 1000)
        #expect(summary.least == .microseconds(1))
        #expect(summary[.p50].value == .microseconds(500))
        #expect(summary[.p90].value == .microseconds(900))
        #expect(summary[.p99].value == .microseconds(990))
        #expect(summary[.p999].value == .microseconds(999))
        #expect(summary[.max].value == .seconds(1))
        #expect(summary.outliers == 1)
        #expect(summary.mean == .nanoseconds(1_499_500))
        #expect(LatencySummary([]) == nil)
    }

    @Test("A few times have no outlier", arguments: 1...4)
    func fewTimes(count: Int) throws {
        let times = (1...count).map { Duration.milliseconds($0 == count ? 1_000 : 1) }
        #expect(try #require(LatencySummary(times)).outliers == 0)
        let more = Array(repeating: Duration.milliseconds(1), count: 5) + [.seconds(1)]
        #expect(try #require(LatencySummary(more)).outliers == 1)
    }

    @Test("The histogram agrees with the exact figures to three digits")
    func histogram() throws {
        let times = (1...10_000).map { Duration.nanoseconds($0 * 1_237) }
        let (histogram, summary) = (LatencyHistogram(times), try #require(LatencySummary(times)))
        #expect(histogram.count == 10_000)
        for percentile in Percentile.allCases {
            let exact = Double(summary[percentile].value.wholeNanoseconds)
            let found = Double(histogram.value(at: percentile).wholeNanoseconds)
            #expect(abs(found - exact) <= exact / 1000, "\(percentile)")
        }
        #expect(histogram.ranges(24).reduce(0, +) == 10_000)
        #expect(histogram.buckets.reduce(0) { $0 + $1.count } == 10_000)
    }
}
