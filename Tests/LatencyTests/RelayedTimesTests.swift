import HAPModel
import Latency
import Links
import Measurement
import Testing

@Suite("Times that were measured over a relay")
struct RelayedTimesTests {
    /// 20 reads that take 40 ms each, with the relay's round trips in turn.
    private static func reads(_ trips: [Duration?]) throws -> RecordedSeries {
        let samples = (0..<20).map { number in
            LatencySample(
                session: 0,
                sent: Moment(nanoseconds: 0),
                answered: Moment(nanoseconds: 40_000_000),
                origin: .socket,
                relay: trips[number % trips.count]
            )
        }
        var series = MeasuredSeries(
            name: "read",
            samples: samples,
            plan: LoadPlan(count: samples.count),
            warmUp: 0,
            transport: "ip",
            target: nil,
            isOverRelay: true
        )
        series.budgets = [10, 40].map { limit in
            LatencyBudget(series: "read", percentile: .p50, limit: .milliseconds(limit))
        }
        return try #require(RecordedSeries(series.json))
    }

    @Test("The relay's round trip is subtracted from each time, so budgets are about the accessory")
    func subtracted() throws {
        let reads = try Self.reads([.milliseconds(30), .milliseconds(31), .milliseconds(32)])
        #expect(Set(reads.times) == [.milliseconds(10), .milliseconds(9), .milliseconds(8)])
        #expect(reads[.p50]?.value == .milliseconds(9))
        #expect(reads.relay == .milliseconds(31) && !reads.containsRelay)
        #expect(reads.budgets.map(\.outcome) == [.met, .met])
    }

    @Test("If a round trip is not known, the times contain it, and only a budget that is met is judged")
    func contained() throws {
        let reads = try Self.reads([.milliseconds(30), nil])
        #expect(reads[.p50]?.value == .milliseconds(40))
        #expect(reads.containsRelay)
        #expect(reads.budgets.map(\.outcome) == [.unmeasured, .met])
        #expect(reads.budgets.map(\.obstacle) == [.relay, nil])
    }

    @Test("A pong that is later than the answer leaves a time above 0")
    func late() throws {
        #expect(try Self.reads([.milliseconds(41)])[.max]?.value == .nanoseconds(1))
    }
}
