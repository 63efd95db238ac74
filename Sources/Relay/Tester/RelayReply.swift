import Links
import Synchronization

/// The answer for which one caller waits.
final class RelayReply: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Result<RelayMessage, LinkError>, Never>)
        case finished(Result<RelayMessage, LinkError>)
    }

    private let state = Mutex(State.idle)

    func value() async -> Result<RelayMessage, LinkError> {
        await withCheckedContinuation { continuation in
            let early: Result<RelayMessage, LinkError>? = state.withLock { state in
                if case .finished(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    /// Gives the answer; only the first one counts.
    func finish(_ result: Result<RelayMessage, LinkError>) {
        let waiting: CheckedContinuation<Result<RelayMessage, LinkError>, Never>? = state.withLock { state in
            switch state {
            case .idle:
                state = .finished(result)
                return nil
            case .waiting(let continuation):
                state = .finished(result)
                return continuation
            case .finished: return nil
            }
        }
        waiting?.resume(returning: result)
    }
}
