import Latency
import Links
import Measurement
import Synchronization
import Testing

@Suite("A load in virtual time")
struct LoadRunTests {
    /// Carries out a load whose answers take known times, one after the other.
    private func run(
        _ plan: LoadPlan,
        delays: [Duration],
        stopAfter: Int = .max,
        failure: (after: Int, reason: String)? = nil,
        refused: Set<Int> = [],
        silent: Set<Int> = [],
        relay: Duration? = nil
    ) throws -> (result: LoadRun.Result, took: Duration) {
        let bench = VirtualBench()
        let clock = bench.clock
        return try bench.run {
            let turn = Counter()
            let load = LoadRun(
                .read,
                plan,
                clock: clock,
                isStopped: { turn.value >= stopAfter },
                wait: { try? await clock.sleep(until: $0) }
            )
            let begin = clock.now
            let attempts = (0..<plan.sessions).map { _ -> @Sendable () async -> LoadAttempt in
                {
                    let number = turn.next()
                    if let failure, number >= failure.after { return .failed(failure.reason) }
                    if refused.contains(number) { return .failed("HTTP 500") }
                    let sent = clock.now
                    if silent.contains(number) {
                        try? await clock.sleep(until: clock.deadline(in: .seconds(10)))
                        let part = LoadAttempt.Part("read", sent: sent, answered: clock.now, origin: .socket)
                        return .unanswered([part], "no answer within 10 s")
                    }
                    try? await clock.sleep(until: clock.deadline(in: delays[number % delays.count]))
                    return .done([.init("read", sent: sent, answered: clock.now, origin: .socket, relay: relay)])
                }
            }
            let result = await load.carryOut(attempts)
            return (result, begin.duration(to: clock.now))
        }
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock { count in
                defer { count += 1 }
                return count
            }
        }
    }

    @Test("With a rate it is not known how long the requests before a late one were on their way to a relay")
    func relay() throws {
        func relays(_ plan: LoadPlan) throws -> [Duration?] {
            let (result, _) = try run(plan, delays: [.milliseconds(40)], relay: .milliseconds(30))
            return (result.series["read"] ?? []).map(\.relay)
        }
        #expect(try relays(LoadPlan(count: 2, warmUp: 0)) == [.milliseconds(30), .milliseconds(30)])
        #expect(try relays(LoadPlan(count: 2, rate: 100, warmUp: 0)) == [nil, nil])
    }

    @Test("The percentiles of an injected distribution are found exactly")
    func exact() throws {
        // Nine answers of ten take 2 ms, one takes 50 ms, and one of a hundred 400 ms.
        let delays = (0..<100).map { Duration.milliseconds($0 == 99 ? 400 : $0 % 10 == 9 ? 50 : 2) }
        let plan = LoadPlan(count: 1000, warmUp: 0)
        let (result, took) = try run(plan, delays: delays)
        let summary = try #require(LatencySummary((result.series["read"] ?? []).map(\.response)))
        #expect(summary.count == 1000)
        #expect(summary[.p50].value == .milliseconds(2))
        #expect(summary[.p90].value == .milliseconds(2))
        #expect(summary[.p99].value == .milliseconds(50))
        #expect(summary[.p999].value == .milliseconds(400))
        #expect(took == .milliseconds(900 * 2 + 90 * 50 + 10 * 400))
    }

    @Test("The warm-up is not counted")
    func warmUp() throws {
        let delays = [Duration.seconds(1)] + [Duration](repeating: .milliseconds(3), count: 10)
        let (result, _) = try run(LoadPlan(count: 10, warmUp: 1), delays: delays)
        let summary = try #require(LatencySummary((result.series["read"] ?? []).map(\.response)))
        #expect(summary.count == 10)
        #expect(summary[.max].value == .milliseconds(3))
    }

    @Test("With a rate, an answer that is late also delays those that were due meanwhile")
    func omission() throws {
        // Ten a second are due. The first answer takes 1 s, so nine others wait for it: 0.9 s, 0.8 s and so on.
        let delays = [Duration.seconds(1)] + [Duration](repeating: .zero, count: 19)
        let (result, took) = try run(LoadPlan(count: 20, rate: 10, warmUp: 0), delays: delays)
        let samples = result.series["read"] ?? []
        #expect(samples.map(\.service) == delays)
        let waits = (0..<10).map { Duration.milliseconds(1000 - $0 * 100) }
        #expect(samples.map(\.response) == waits + [Duration](repeating: .zero, count: 10))
        #expect(took == .milliseconds(1900))
    }

    @Test("What was due before the end of a duration and was not sent is counted")
    func unsent() throws {
        // Ten a second are due for 2 s. The sixth answer takes 10 s.
        let delays = [Duration](repeating: .zero, count: 5) + [.seconds(10)] + [Duration](repeating: .zero, count: 94)
        let plan = LoadPlan(duration: .seconds(2), rate: 10, warmUp: 0)
        #expect(try run(plan, delays: delays).result.unsent == 14)
        #expect(try run(plan, delays: [.zero]).result.unsent == 0)
        #expect(try run(LoadPlan(count: 20, rate: 10, warmUp: 0), delays: delays).result.unsent == 0)
        var shared = plan
        shared.sessions = 2
        // The other session sends its own share in time.
        #expect(try run(shared, delays: delays).result.unsent == 7)
    }

    @Test("Several sessions share the operations, and each is known by its number")
    func sessions() throws {
        let (result, took) = try run(LoadPlan(count: 40, sessions: 4, warmUp: 0), delays: [.milliseconds(5)])
        let samples = result.series["read"] ?? []
        #expect(samples.count == 40)
        for session in 0..<4 { #expect(samples.count { $0.session == session } == 10) }
        #expect(took == .milliseconds(50))
    }

    @Test("A duration ends the load, and so does a stop")
    func ends() throws {
        let timed = try run(LoadPlan(duration: .seconds(1), warmUp: 0), delays: [.milliseconds(100)])
        #expect(timed.result.series["read"]?.count == 10)
        #expect(!timed.result.wasStopped)
        // Operations that are due later do not hold up the end.
        let rare = try run(LoadPlan(duration: .seconds(30), rate: 0.01, warmUp: 0), delays: [.zero])
        #expect(rare.result.series["read"]?.count == 1)
        #expect(rare.took == .seconds(30))
        let stopped = try run(LoadPlan(count: 100, warmUp: 0), delays: [.milliseconds(100)], stopAfter: 7)
        #expect(stopped.result.series["read"]?.count == 7)
        #expect(stopped.result.wasStopped)
    }

    @Test("A refused operation among others is counted, and three in a row end the load")
    func refused() throws {
        let plan = LoadPlan(count: 100, warmUp: 0)
        let (result, _) = try run(plan, delays: [.milliseconds(1)], refused: [7, 30, 31, 99])
        #expect(result.failure == nil)
        #expect(result.failed == FailedOperations(count: 4, first: "HTTP 500"))
        #expect(result.series["read"]?.count == 96)
        let (ended, _) = try run(plan, delays: [.milliseconds(1)], refused: [7, 30, 31, 32])
        #expect(ended.failure == .refused("HTTP 500"))
        #expect(ended.failed?.count == 1)
        #expect(ended.series["read"]?.count == 29)
    }

    @Test("What comes to nothing in the warm-up is not counted; half of all, or a few and no other, end the load")
    func refusedEarlyAndOften() throws {
        let (early, _) = try run(LoadPlan(count: 20, warmUp: 5), delays: [.milliseconds(1)], refused: [2])
        #expect(early.failed == nil && early.failure == nil)
        let (often, _) = try run(
            LoadPlan(count: 100, warmUp: 0),
            delays: [.milliseconds(1)],
            refused: Set(stride(from: 0, to: 100, by: 2))
        )
        #expect(often.failure == .refused("HTTP 500"))
        #expect(often.series["read"]?.count == 9)
        let (none, _) = try run(LoadPlan(count: 2, warmUp: 0), delays: [.milliseconds(1)], refused: [0, 1])
        #expect(none.failure == .refused("HTTP 500"))
    }

    @Test("A missing answer counts with the time that was waited; three in a row or five in all end the load")
    func silence() throws {
        let plan = LoadPlan(count: 100, warmUp: 0)
        let (result, _) = try run(plan, delays: [.milliseconds(1)], silent: [5, 6, 50])
        #expect(result.failure == nil)
        #expect(result.unanswered == 3)
        #expect(result.series["read"]?.count { $0.response == .seconds(10) } == 3)
        #expect(result.series["read"]?.count == 100)
        for silent: Set in [[5, 6, 7], [5, 7, 9, 11, 13]] {
            let (ended, _) = try run(plan, delays: [.milliseconds(1)], silent: silent)
            #expect(ended.failure == .silent("no answer within 10 s"))
            #expect(ended.unanswered == silent.count)
            #expect(ended.series["read"]?.count == silent.sorted().last.map { $0 + 1 })
        }
    }

    @Test("Operations that fail end the load, with the times so far")
    func failure() throws {
        let (result, _) = try run(
            LoadPlan(count: 100, sessions: 2, warmUp: 0),
            delays: [.milliseconds(1)],
            failure: (20, "the accessory closed the connection")
        )
        #expect(result.failure == .refused("the accessory closed the connection"))
        #expect(result.series["read"]?.count == 20)
    }
}
