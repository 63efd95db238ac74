import Synchronization
import Testing

@testable import Measurement

@Suite("One timer of the system serves all actions")
struct TimerQueueTests {
    private let clock = MonotonicClock.system

    /// The numbers of actions in the order in which they ran.
    private final class Log: Sendable {
        let entries = Mutex<[Int]>([])
        func add(_ number: Int) { entries.withLock { $0.append(number) } }
    }

    private func wait(_ duration: Duration) async throws {
        try await clock.sleep(until: clock.deadline(in: duration))
    }

    @Test("Actions run in the order of their moments, and not before them")
    func order() async throws {
        let log = Log()
        let early = Mutex(0)
        let start = clock.now
        for (number, milliseconds) in [(3, 30), (1, 10), (2, 20), (4, 30)] {
            let moment = start.advanced(by: .milliseconds(milliseconds))
            _ = clock.source.schedule(at: moment) { [clock] in
                if clock.now < moment { early.withLock { $0 += 1 } }
                log.add(number)
            }
        }
        // Behind all of them in the same queue.
        try await wait(.milliseconds(40))
        #expect(log.entries.withLock { $0 } == [1, 2, 3, 4])
        #expect(early.withLock { $0 } == 0)
    }

    @Test("A cancelled action does not run, keeps nothing alive, and delays no other")
    func cancelled() async throws {
        let log = Log()
        weak var held: Log?
        do {
            let holder = Log()
            held = holder
            let action = clock.source.schedule(at: clock.deadline(in: .milliseconds(5))) { holder.add(1) }
            _ = clock.source.schedule(at: clock.deadline(in: .milliseconds(10))) { log.add(2) }
            action.cancel()
        }
        #expect(held == nil)
        try await wait(.milliseconds(20))
        #expect(log.entries.withLock { $0 } == [2])
    }

    @Test("A timer that fires late says how late; a moment that had passed does not count as late")
    func delay() async {
        let now = Mutex(Moment(nanoseconds: 0))
        let queue = TimerQueue { now.withLock { $0 } }
        let passed = LateAnswer<Void>()
        _ = queue.schedule(at: Moment(nanoseconds: -5_000_000_000)) { passed.finish(()) }
        await passed.value()
        #expect(queue.delay(since: Moment(nanoseconds: 0)) == .zero)
        let late = LateAnswer<Void>()
        _ = queue.schedule(at: Moment(nanoseconds: 20_000_000)) { late.finish(()) }
        // The machine does something else before the timer can fire.
        now.withLock { $0 = Moment(nanoseconds: 1_420_000_000) }
        await late.value()
        #expect(queue.delay(since: Moment(nanoseconds: 0)) == .milliseconds(1400))
        #expect(queue.delay(since: Moment(nanoseconds: 1_420_000_001)) == .zero)
    }

    @Test("An action may schedule the next one, at a moment that has passed, too")
    func chained() async throws {
        let log = Log()
        let source = clock.source
        let start = clock.now
        _ = source.schedule(at: start) {
            log.add(1)
            _ = source.schedule(at: start) { log.add(2) }
        }
        try await wait(.milliseconds(20))
        #expect(log.entries.withLock { $0 } == [1, 2])
    }

    @Test("Many limits that are cancelled at once leave the remaining ones in order")
    func manyCancelled() async throws {
        let log = Log()
        let start = clock.now
        for number in 0..<20 {
            for _ in 0..<500 { clock.source.schedule(at: start.advanced(by: .seconds(20))) { log.add(-1) }.cancel() }
            _ = clock.source.schedule(at: start.advanced(by: .milliseconds(400 + number))) { log.add(number) }
        }
        try await clock.sleep(until: start.advanced(by: .milliseconds(440)))
        #expect(log.entries.withLock { $0 } == Array(0..<20))
    }
}
