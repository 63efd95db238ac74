import Synchronization

/// A continuation that is resumed exactly once: by its timer or by cancellation.
final class OneShot: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Void, any Error>, ScheduledAction?)
        case finished(Result<Void, any Error>)
    }

    private let state = Mutex(State.idle)

    /// Stores the continuation and starts the timer; resumes at once if the wait has already ended.
    func arm(_ continuation: CheckedContinuation<Void, any Error>, timer: () -> ScheduledAction) {
        let early: Result<Void, any Error>? = state.withLock { state in
            if case .finished(let result) = state { return result }
            state = .waiting(continuation, nil)
            return nil
        }
        if let early {
            continuation.resume(with: early)
            return
        }
        let action = timer()
        let tooLate = state.withLock { state in
            guard case .waiting(let continuation, _) = state else { return true }
            state = .waiting(continuation, action)
            return false
        }
        if tooLate { action.cancel() }
    }

    func finish(_ result: Result<Void, any Error>) {
        let resume: (CheckedContinuation<Void, any Error>, ScheduledAction?)? = state.withLock { state in
            switch state {
            case .idle:
                state = .finished(result)
                return nil
            case .waiting(let continuation, let action):
                state = .finished(result)
                return (continuation, action)
            case .finished:
                return nil
            }
        }
        guard let (continuation, action) = resume else { return }
        action?.cancel()
        continuation.resume(with: result)
    }
}
