import Dispatch
import HeapModule
import Synchronization

/// Actions that run at a moment, of which nearly all are cancelled before: they are limits of answers that come in time.
///
/// Setting a timer of the system wakes another thread, which takes longer than many an answer. So one timer serves all
/// actions, and is set again only for a moment before the one that it is set for. It may therefore fire for actions that
/// have been cancelled; then it is set for the next one.
final class TimerQueue: Sendable {
    /// When an action is due; those of the same moment run in the order in which they were scheduled.
    private struct Due: Comparable {
        var at: Moment
        var number: UInt64

        static func < (one: Due, other: Due) -> Bool { (one.at, one.number) < (other.at, other.number) }
    }

    private struct State {
        /// Includes those of cancelled actions, until they are due or too many.
        var due = Heap<Due>()
        var actions: [UInt64: @Sendable () -> Void] = [:]
        var number: UInt64 = 0
        /// The moment for which the timer is set.
        var alarm: Moment?
        /// When the timer fires, if it is in time: a moment that had passed when it was set is due at once.
        var fires = Moment(nanoseconds: 0)
        /// The delays of the timer, the last ones only.
        var delays: [(at: Moment, by: Duration)] = []
    }

    /// Dispatch sources are thread-safe, but the module does not declare it yet.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// Shorter delays happen on every machine.
    private static let noticeableDelay = Duration.milliseconds(50)
    private static let keptDelays = 100

    private let state = Mutex(State())
    private let timer: Timer
    private let now: @Sendable () -> Moment

    /// - Parameter now: the current moment of the clock whose moments are scheduled.
    init(now: @escaping @Sendable () -> Moment) {
        self.now = now
        let queue = DispatchQueue(label: "assay.timers", qos: .userInitiated)
        timer = Timer(source: DispatchSource.makeTimerSource(queue: queue))
        timer.source.setEventHandler { [weak self] in self?.fire() }
        timer.source.activate()
    }

    deinit { timer.source.cancel() }

    /// Runs `action` once at `moment` or later; cancelling it frees the objects that it holds.
    func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        let number = state.withLock { state in
            state.number += 1
            state.actions[state.number] = action
            state.due.insert(Due(at: moment, number: state.number))
            setAlarm(&state)
            return state.number
        }
        return ScheduledAction { [weak self] in self?.cancel(number) }
    }

    private func cancel(_ number: UInt64) {
        // What the action holds is freed outside of the lock: it may cancel another one.
        _ = state.withLock { state in
            let action = state.actions.removeValue(forKey: number)
            if state.due.count > 2 * state.actions.count + 1000 {
                state.due = Heap(state.due.unordered.filter { state.actions[$0.number] != nil })
            }
            return action
        }
    }

    /// How late the timer fired at most since this moment.
    func delay(since moment: Moment) -> Duration {
        state.withLock { state in state.delays.filter { $0.at >= moment }.map(\.by).max() ?? .zero }
    }

    private func fire() {
        let due: [@Sendable () -> Void] = state.withLock { state in
            let now = now()
            let delay = state.fires.duration(to: now)
            if state.alarm != nil, delay >= Self.noticeableDelay {
                if state.delays.count == Self.keptDelays { state.delays.removeFirst() }
                state.delays.append((now, delay))
            }
            state.alarm = nil
            var due: [@Sendable () -> Void] = []
            while let first = state.due.min, first.at <= now {
                state.due.removeMin()
                if let action = state.actions.removeValue(forKey: first.number) { due.append(action) }
            }
            setAlarm(&state)
            return due
        }
        for action in due { action() }
    }

    /// Ensures that the timer fires when the first action is due, or earlier.
    private func setAlarm(_ state: inout State) {
        while let first = state.due.min, state.actions[first.number] == nil { state.due.removeMin() }
        guard let first = state.due.min?.at, state.alarm.map({ first < $0 }) ?? true else { return }
        state.alarm = first
        let now = now()
        state.fires = max(now, first)
        let wait = now.duration(to: state.fires).wholeNanoseconds
        timer.source.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .nanoseconds(0))
    }
}
