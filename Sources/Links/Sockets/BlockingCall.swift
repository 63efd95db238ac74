import Foundation
package import Measurement

/// Calls of the system that block, and cannot be stopped.
package enum BlockingCall {
    /// What the call returns; `nil` if it has not returned by the deadline, or the task is cancelled.
    ///
    /// The call has a thread of its own, because a task must not block its thread. What it returns too late is dropped.
    package static func value<Value: Sendable>(
        until deadline: Moment,
        clock: MonotonicClock = .system,
        _ call: @escaping @Sendable () -> Value
    ) async -> Value? {
        let answer = LateAnswer<Value?>()
        let alarm = clock.source.schedule(at: deadline) { answer.finish(nil) }
        defer { alarm.cancel() }
        Thread.detachNewThread { answer.finish(call()) }
        return await withTaskCancellationHandler {
            await answer.value()
        } onCancel: {
            answer.finish(nil)
        }
    }
}
