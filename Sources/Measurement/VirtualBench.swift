import Synchronization

/// A bench with virtual time: a task executor whose clock jumps to the next deadline when all tasks wait.
///
/// All participants (controller, accessory, links) run on the bench, on the thread that calls ``run(_:)``,
/// so a run is deterministic and hours of protocol time take milliseconds.
package final class VirtualBench: TaskExecutor, TimeSource {
    private struct Timer {
        var at: Moment
        var order: UInt64
        var action: @Sendable () -> Void
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var nextJob = 0
        var timers: [Timer] = []
        var order: UInt64 = 0
        var now = Moment(nanoseconds: 0)
    }

    private let state = Mutex(State())

    package init() {}

    /// The bench's clock.
    package var clock: MonotonicClock { MonotonicClock(source: self) }

    package var now: Moment { state.withLock { $0.now } }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    package func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        let order = state.withLock { state in
            state.order += 1
            state.timers.append(Timer(at: moment, order: state.order, action: action))
            return state.order
        }
        return ScheduledAction { [self] in
            state.withLock { state in state.timers.removeAll { $0.order == order } }
        }
    }

    /// Virtual time waits for all work, so nothing is late.
    package func delay(since moment: Moment) -> Duration { .zero }

    /// Runs `body` on the bench until it returns; time advances whenever all tasks wait.
    ///
    /// - Throws: ``BenchStalled`` if all tasks wait and no timer is set; otherwise what `body` throws.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let outcome = Mutex<Result<Value, any Error>?>(nil)
        // The bench owns this task: it returns only when the task has ended, or when no timer is left to wake it.
        let task = Task(executorPreference: self) {
            do {
                let value = try await body()
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        while true {
            if let result = outcome.withLock({ $0 }) { return try result.get() }
            if let job = takeJob() {
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            } else if let action = takeTimer() {
                action()
            } else {
                task.cancel()
                throw BenchStalled(at: now)
            }
        }
    }

    private func takeJob() -> UnownedJob? {
        state.withLock { state in
            guard state.nextJob < state.jobs.count else {
                state.jobs.removeAll(keepingCapacity: true)
                state.nextJob = 0
                return nil
            }
            defer { state.nextJob += 1 }
            return state.jobs[state.nextJob]
        }
    }

    private func takeTimer() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let next = state.timers.indices.min {
                (state.timers[$0].at, state.timers[$0].order) < (state.timers[$1].at, state.timers[$1].order)
            }
            guard let next else { return nil }
            let timer = state.timers.remove(at: next)
            state.now = max(state.now, timer.at)
            return timer.action
        }
    }
}

/// All tasks on a virtual bench wait, and no timer is set: a wait has no deadline.
package struct BenchStalled: Error, CustomStringConvertible {
    /// The virtual moment at which all tasks waited.
    package let at: Moment

    package var description: String {
        "the bench stalled at \(Duration.nanoseconds(at.nanoseconds)): all tasks wait and no deadline is set"
    }
}
