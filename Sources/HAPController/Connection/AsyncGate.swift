package import Measurement
import Synchronization

/// Lets one operation of a connection at a time pass, in the order in which they arrive, and none waits beyond its deadline.
package final class AsyncGate: Sendable {
    private struct Waiter {
        var number: UInt64
        var continuation: CheckedContinuation<Bool, Never>
        var alarm: ScheduledAction?
    }

    private struct State {
        var isTaken = false
        var waiters: [Waiter] = []
        var numbers: UInt64 = 0
    }

    private let clock: MonotonicClock
    private let state = Mutex(State())

    package init(clock: MonotonicClock) {
        self.clock = clock
    }

    /// Enters if the gate is free.
    package func enterAtOnce() -> Bool {
        state.withLock { state in
            guard !state.isTaken else { return false }
            state.isTaken = true
            return true
        }
    }

    /// Enters when the gate is free.
    ///
    /// - Returns: `false` if that was not before the deadline.
    package func enter(until deadline: Moment) async -> Bool {
        if enterAtOnce() { return true }
        return await withCheckedContinuation { continuation in
            let passes = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.numbers += 1
                let number = state.numbers
                let alarm = clock.source.schedule(at: deadline) { [weak self] in self?.giveUp(number) }
                state.waiters.append(Waiter(number: number, continuation: continuation, alarm: alarm))
                return false
            }
            if passes { continuation.resume(returning: true) }
        }
    }

    /// Leaves the place to the next one.
    package func leave() {
        let next: Waiter? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.alarm?.cancel()
        next?.continuation.resume(returning: true)
    }

    private func giveUp(_ number: UInt64) {
        let waiter: Waiter? = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }
}
