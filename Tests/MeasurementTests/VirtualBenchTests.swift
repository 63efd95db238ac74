import Measurement
import Synchronization
import Testing

/// The events in order.
private final class Log: Sendable {
    private let state = Mutex<[Int]>([])

    var entries: [Int] { state.withLock { $0 } }

    func note(_ entry: Int) {
        state.withLock { $0.append(entry) }
    }
}

@Suite("A virtual bench")
struct VirtualBenchTests {
    @Test("makes hours of waiting take no real time")
    func hours() throws {
        let bench = VirtualBench()
        let clock = bench.clock
        let began = ContinuousClock.now
        try bench.run {
            for _ in 0..<1000 { try await clock.sleep(for: .seconds(3600)) }
        }
        #expect(bench.now == Moment(nanoseconds: 3_600_000_000_000_000))
        #expect(ContinuousClock.now - began < .seconds(5))
    }

    @Test("runs timers by their moments, and those of one moment in the order in which they were set")
    func order() throws {
        let bench = VirtualBench()
        let seen = Log()
        for (number, milliseconds) in [(1, 30), (2, 10), (3, 20), (4, 10)] {
            _ = bench.schedule(at: bench.clock.deadline(in: .milliseconds(milliseconds))) {
                seen.note(number)
            }
        }
        let cancelled = bench.schedule(at: bench.clock.deadline(in: .milliseconds(5))) {
            seen.note(5)
        }
        cancelled.cancel()
        try bench.run { try await bench.clock.sleep(for: .seconds(1)) }
        #expect(seen.entries == [2, 4, 3, 1])
    }

    @Test("runs all ready tasks before time advances")
    func jobsFirst() throws {
        let bench = VirtualBench()
        let moments = try bench.run {
            await withTaskGroup(of: Moment.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        for _ in 0..<50 { await Task.yield() }
                        return bench.now
                    }
                }
                var moments: [Moment] = []
                for await moment in group { moments.append(moment) }
                return moments
            }
        }
        #expect(moments.allSatisfy { $0.nanoseconds == 0 })
    }

    @Test("reports that all tasks wait without a timer")
    func stalls() throws {
        let bench = VirtualBench()
        #expect(throws: BenchStalled.self) {
            try bench.run {
                try await bench.clock.sleep(for: .seconds(2))
                // No task writes to this stream; only the bench's cancellation ends the wait.
                for await _ in AsyncStream<Int>.makeStream().stream {}
            }
        }
        #expect(bench.now == Moment(nanoseconds: 2_000_000_000))
    }

    @Test("rethrows the error of the body")
    func throwing() throws {
        struct Trouble: Error {}
        #expect(throws: Trouble.self) { try VirtualBench().run { throw Trouble() } }
    }

    @Test("ends a sleep when its task is cancelled")
    func cancellation() throws {
        let bench = VirtualBench()
        try bench.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: CancellationError.self) { try await bench.clock.sleep(for: .seconds(60)) }
                }
                group.cancelAll()
            }
        }
        #expect(bench.now == Moment(nanoseconds: 0))
    }

    @Test("gives the same interleaving every time")
    func deterministic() throws {
        let runs = try (0..<20).map { _ in try interleaving() }
        #expect(Set(runs).count == 1)
    }

    private func interleaving() throws -> [Int] {
        let bench = VirtualBench()
        let seen = Log()
        try bench.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        for step in 1...5 {
                            try await bench.clock.sleep(for: .milliseconds((number * step) % 4))
                            seen.note(number * 10 + step)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        return seen.entries
    }
}
