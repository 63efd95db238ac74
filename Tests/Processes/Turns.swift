import Synchronization
package import Testing

/// Limits the number of concurrent tests, so that their programs get the time that they need.
package struct Turns: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    @concurrent
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        await Queue.shared.enter()
        defer { Queue.shared.leave() }
        try await function()
    }

    private final class Queue: Sendable {
        static let shared = Queue()

        private struct State {
            var free = 2
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        func enter() async {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        }

        func leave() {
            let next: CheckedContinuation<Void, Never>? = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.free += 1
                return nil
            }
            next?.resume()
        }
    }
}

extension Trait where Self == Turns {
    /// The test runs programs with time limits: at most two such tests run at once.
    package static var takingTurns: Self { Turns() }
}
