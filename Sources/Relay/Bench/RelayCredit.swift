import Synchronization

/// How many bytes of a stream may be on their way to the tester: a tester that does not read one link stops only this link.
final class RelayCredit: Sendable {
    /// How many bytes a tester takes before it grants more.
    static let initial = 1 << 20

    private struct State {
        var left = initial
        var isLifted = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// Waits until there is some.
    ///
    /// - Returns: `false` if the task is cancelled.
    func wait() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    if state.isLifted || state.left > 0 { return true }
                    state.waiter = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            state.withLock { $0.waiter.take() }?.resume(returning: false)
        }
    }

    func use(_ count: Int) { state.withLock { $0.left -= count } }

    func add(_ count: Int) {
        let waiter = state.withLock { state in
            state.left = min(state.left + count, Self.initial)
            return state.left > 0 ? state.waiter.take() : nil
        }
        waiter?.resume(returning: true)
    }

    /// Ends the limit, because the stream ends.
    func lift() {
        let waiter = state.withLock { state in
            state.isLifted = true
            return state.waiter.take()
        }
        waiter?.resume(returning: true)
    }
}
