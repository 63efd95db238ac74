import Synchronization

/// Somebody's wish to end a run early: what goes on is cut short, and what was changed is put back all the same.
package final class StopRequest: Sendable {
    private struct State {
        var isMade = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the wish has been made.
    package var isMade: Bool { state.withLock { $0.isMade } }

    /// Makes the wish; it may come at any time and from anywhere.
    package func make() {
        let waiting = state.withLock { state in
            state.isMade = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Runs `body` in a task of its own, which is cancelled if the wish is made.
    func cutsShort(_ body: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await body() }
            group.addTask { await self.wish() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits for the wish, or for the end of the task.
    private func wish() async {
        let number = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isMade || Task.isCancelled { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
