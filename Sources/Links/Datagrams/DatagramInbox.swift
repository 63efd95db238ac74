package import Measurement
import Synchronization

/// The datagrams that arrived at a port, and the one caller that waits for the next.
package final class DatagramInbox: Sendable {
    private struct Waiter {
        var number: UInt64
        var continuation: CheckedContinuation<Datagram?, Never>
        var alarm: ScheduledAction?
    }

    private struct State {
        var datagrams: [Datagram] = []
        var waiter: Waiter?
        var waiters: UInt64 = 0
        /// The number of a waiter that was cancelled before it was registered.
        var cancelled: UInt64?
        var isClosed = false
    }

    /// How many unread datagrams are kept.
    private static let capacity = 256

    private let clock: MonotonicClock
    private let state = Mutex(State())

    package init(clock: MonotonicClock) {
        self.clock = clock
    }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Adds a datagram; it is dropped if the inbox is full, as on any network.
    package func push(_ datagram: Datagram) {
        let waiter: Waiter? = state.withLock { state in
            guard !state.isClosed else { return nil }
            guard state.waiter == nil else { return state.waiter.take() }
            if state.datagrams.count < Self.capacity { state.datagrams.append(datagram) }
            return nil
        }
        waiter?.alarm?.cancel()
        waiter?.continuation.resume(returning: datagram)
    }

    /// Closes the inbox and drops unread datagrams.
    package func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            state.datagrams = []
            return state.waiter.take()
        }
        waiter?.alarm?.cancel()
        waiter?.continuation.resume(returning: nil)
    }

    package func receive(until deadline: Moment) async -> Datagram? {
        let number = state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0, number, until: deadline) }
        } onCancel: {
            giveUp(number)
        }
    }

    private func wait(_ continuation: CheckedContinuation<Datagram?, Never>, _ number: UInt64, until deadline: Moment) {
        let isOver = clock.now >= deadline
        let (isDone, datagram): (Bool, Datagram?) = state.withLock { state in
            if !state.datagrams.isEmpty { return (true, state.datagrams.removeFirst()) }
            if isOver || state.isClosed || state.cancelled == number { return (true, nil) }
            state.waiter = Waiter(number: number, continuation: continuation)
            return (false, nil)
        }
        if isDone { return continuation.resume(returning: datagram) }
        // A waiter without a deadline needs no timer.
        guard deadline.nanoseconds < .max else { return }
        let alarm = clock.source.schedule(at: deadline) { [weak self] in self?.giveUp(number) }
        let isTooLate = state.withLock { state in
            guard state.waiter?.number == number else { return true }
            state.waiter?.alarm = alarm
            return false
        }
        if isTooLate { alarm.cancel() }
    }

    private func giveUp(_ number: UInt64) {
        let waiter: Waiter? = state.withLock { state in
            guard state.waiter?.number == number else {
                state.cancelled = number
                return nil
            }
            return state.waiter.take()
        }
        waiter?.alarm?.cancel()
        waiter?.continuation.resume(returning: nil)
    }
}
