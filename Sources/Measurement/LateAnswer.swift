import Synchronization

/// An answer for which one task waits, and that arrives from anywhere.
package final class LateAnswer<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, Never>)
        case finished(Value)
    }

    private let state = Mutex(State.idle)

    package init() {}

    /// Waits for the answer; only one task may.
    package func value() async -> Value {
        await withCheckedContinuation { continuation in
            let early: Value? = state.withLock { state in
                if case .finished(let value) = state { return value }
                state = .waiting(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    /// Gives the answer; only the first one counts.
    package func finish(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            switch state {
            case .idle:
                state = .finished(value)
                return nil
            case .waiting(let continuation):
                state = .finished(value)
                return continuation
            case .finished: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
