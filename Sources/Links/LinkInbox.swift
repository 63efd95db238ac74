package import Measurement
import Synchronization

/// The events that arrived on a link, and the one caller that waits for more.
///
/// A wait costs one continuation. Its deadline usually costs nothing: the alarm of an earlier wait keeps running;
/// when it fires, it checks whether a caller still waits, and until when.
package final class LinkInbox: Sendable {
    private struct Piece {
        var bytes: [UInt8]
        var at: Moment
    }

    struct Waiter {
        var continuation: CheckedContinuation<LinkEvent, Never>
        var deadline: Moment
        fileprivate var number: UInt64
    }

    private struct Alarm {
        var at: Moment
        var number: UInt64
        var action: ScheduledAction
    }

    private struct State {
        var pieces: [Piece] = []
        var first = 0
        var buffered = 0
        var closure: LinkEvent?
        var waiter: Waiter?
        var waiters: UInt64 = 0
        /// The number of a waiter that was cancelled before it was registered.
        var cancelled: UInt64?
        var alarm: Alarm?
        var alarms: UInt64 = 0
        /// Whether the transport was told to pause because too many bytes are unread.
        var isHolding = false

        /// The next available event.
        mutating func next() -> LinkEvent? {
            guard first < pieces.count else { return closure }
            let piece = pieces[first]
            first += 1
            buffered -= piece.bytes.count
            if first == pieces.count {
                pieces.removeAll(keepingCapacity: true)
                first = 0
            }
            return .bytes(piece.bytes, at: piece.at)
        }
    }

    private let clock: MonotonicClock
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how many bytes may be unread before the transport is told to pause.
    package init(clock: MonotonicClock, limit: Int) {
        self.clock = clock
        self.limit = limit
    }

    /// The number of unread bytes.
    package var buffered: Int { state.withLock { $0.buffered } }

    /// Whether the end has arrived; bytes may still be unread.
    package var isClosed: Bool { state.withLock { $0.closure != nil } }

    /// Whether the transport may read more; if not, ``takesMoreAgain()`` says when.
    package func takesMore() -> Bool {
        state.withLock { state in
            state.isHolding = state.buffered >= limit
            return !state.isHolding
        }
    }

    /// Whether the transport was told to pause and may now continue; returns true once.
    package func takesMoreAgain() -> Bool {
        state.withLock { state in
            guard state.isHolding, state.buffered <= limit / 2 else { return false }
            state.isHolding = false
            return true
        }
    }

    /// Adds received bytes; after the end they are dropped.
    package func push(_ bytes: [UInt8], at moment: Moment) {
        let waiter: Waiter? = state.withLock { state in
            guard state.closure == nil, !bytes.isEmpty else { return nil }
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.pieces.append(Piece(bytes: bytes, at: moment))
            state.buffered += bytes.count
            return nil
        }
        waiter?.continuation.resume(returning: .bytes(bytes, at: moment))
    }

    /// Records the end; only the first one counts.
    ///
    /// - Parameter discarding: whether unread bytes are dropped.
    package func close(_ closure: LinkClosure, at moment: Moment, discarding: Bool = false) {
        let event = LinkEvent.closed(closure, at: moment)
        let (waiter, alarm): (Waiter?, Alarm?) = state.withLock { state in
            guard state.closure == nil else { return (nil, nil) }
            state.closure = event
            if discarding {
                state.pieces = []
                state.first = 0
                state.buffered = 0
            }
            defer {
                state.waiter = nil
                state.alarm = nil
            }
            return (state.waiter, state.alarm)
        }
        alarm?.action.cancel()
        waiter?.continuation.resume(returning: event)
    }

    /// The next event, or ``LinkEvent/timedOut(at:)`` at the deadline or when the task is cancelled.
    package func receive(until deadline: Moment) async -> LinkEvent {
        if let event = state.withLock({ $0.next() }) { return event }
        let now = clock.now
        if now >= deadline || Task.isCancelled { return .timedOut(at: now) }
        return await wait(until: deadline) { waiter in self.wait(waiter) }
    }

    /// Waits after `begin` hands the waiter to ``wait(_:)``, at once or on another thread.
    func wait(until deadline: Moment, beginning begin: (Waiter) -> Void) async -> LinkEvent {
        let number = state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                begin(Waiter(continuation: continuation, deadline: deadline, number: number))
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Gives the waiter the next event.
    func wait(_ waiter: Waiter) {
        let (done, event): (Waiter?, LinkEvent) = state.withLock { state in
            if let event = state.next() { return (waiter, event) }
            if state.cancelled == waiter.number { return (waiter, .timedOut(at: clock.now)) }
            let former = state.waiter
            state.waiter = waiter
            setAlarm(&state, at: waiter.deadline)
            return (former, .timedOut(at: clock.now))
        }
        done?.continuation.resume(returning: event)
    }

    private func giveUp(_ number: UInt64) {
        let waiter: Waiter? = state.withLock { state in
            guard let waiter = state.waiter, waiter.number == number else {
                state.cancelled = number
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.continuation.resume(returning: .timedOut(at: clock.now))
    }

    /// Ensures that the alarm fires at `moment` or earlier.
    private func setAlarm(_ state: inout State, at moment: Moment) {
        if let alarm = state.alarm {
            if alarm.at <= moment { return }
            alarm.action.cancel()
        }
        state.alarms += 1
        let number = state.alarms
        let action = clock.source.schedule(at: moment) { [weak self] in self?.ring(number) }
        state.alarm = Alarm(at: moment, number: number, action: action)
    }

    private func ring(_ number: UInt64) {
        let now = clock.now
        let waiter: Waiter? = state.withLock { state in
            guard state.alarm?.number == number else { return nil }
            state.alarm = nil
            guard let waiter = state.waiter else { return nil }
            if waiter.deadline > now {
                setAlarm(&state, at: waiter.deadline)
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.continuation.resume(returning: .timedOut(at: now))
    }
}
