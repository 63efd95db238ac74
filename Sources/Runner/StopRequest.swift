import HAPController
import Measurement
package import RunRecord
import Synchronization

/// A request to end a run early. Running work is cut short, and changes are still restored.
package final class StopRequest: Sendable {
    private struct State {
        var isMade = false
        var cause: RunEnd?
        var isUnanswered = false
        var isOverdue = false
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the stop was requested.
    package var isMade: Bool { state.withLock { $0.isMade } }

    /// Whether nothing more is asked of the accessory: it has left a request unanswered since the stop was requested, the run ends
    /// because it no longer responds, or the time for restoring is over. Each further request could hold the process for the whole time
    /// of a response.
    var isUnanswered: Bool { state.withLock { $0.isUnanswered || $0.isOverdue } }

    /// Why nothing more is asked of the accessory, in words.
    var reasonForSilence: String {
        state.withLock { $0.isOverdue } ? "the time for restoring after the stop is over" : "it does not respond"
    }

    /// Records an exchange. An accessory that closes the connection instead of a response is asked again, on another one.
    func note(_ exchange: Exchange) {
        if exchange.outcome == .silent { noteSilence() }
    }

    /// Records that the accessory did not answer a request in time.
    func noteSilence() {
        state.withLock { $0.isUnanswered = $0.isUnanswered || $0.isMade }
    }

    /// What forces the stop, if it is not the user's wish.
    var cause: RunEnd? { state.withLock { $0.cause } }

    /// Asks nothing more of an accessory that no longer responds at the end of a run.
    func giveUp() {
        state.withLock { $0.isUnanswered = true }
    }

    /// Ends what a stopped run still restores after some time. An accessory that answers some requests and not others could hold
    /// it for minutes; what is left then is named.
    ///
    /// - Parameter patience: how long one response may take.
    func limitsRestoration(_ clock: MonotonicClock, _ patience: Duration) async {
        await wish()
        guard isMade, (try? await clock.sleep(until: clock.deadline(in: patience * Self.answersToRestore))) != nil
        else { return }
        state.withLock { $0.isOverdue = true }
    }

    /// The time for restoring, in responses that may take their whole time: a minute in most runs.
    private static let answersToRestore = 6

    /// The end of the work that was stopped; `nil` if no stop was requested.
    ///
    /// - Parameter remains: what could not be restored, in words; `nil` if everything was.
    func end(leaving remains: String?) -> RunEnd? {
        guard isMade else { return nil }
        guard var end = cause else {
            return RunEnd(.interrupted, "interrupted: \(remains ?? "the accessory's original state is restored")")
        }
        end.message = [end.message, remains].compactMap(\.self).joined(separator: "; ")
        return end
    }

    /// Requests the stop, as the user wishes. Any thread may call this at any time.
    package func make() { make(because: nil) }

    /// Requests the stop. Any thread may call this at any time; only the first request counts.
    ///
    /// - Parameter cause: what forces it; `nil` for the user's wish.
    package func make(because cause: RunEnd?) {
        let waiting = state.withLock { state in
            if !state.isMade { state.cause = cause }
            state.isMade = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Runs `body` in its own task, which is cancelled when the stop is requested or the time is over.
    ///
    /// - Parameter time: ends when `body` is cut short; `nil` for no limit.
    /// - Returns: the result of `body`, cancelled or not.
    @discardableResult
    func cutsShort<Value: Sendable>(
        after time: (@Sendable () async -> Void)? = nil,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask {
                await self.wish()
                return nil
            }
            if let time {
                group.addTask {
                    await time()
                    return nil
                }
            }
            var value = await group.next() ?? nil
            group.cancelAll()
            for await rest in group { value = value ?? rest }
            return value
        }
    }

    /// Waits for the request, or for the end of the task.
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
