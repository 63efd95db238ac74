import Dispatch

/// The machine's monotonic time; its origin is the process start.
struct SystemTime: TimeSource {
    private let origin = ContinuousClock.now
    private static let queue = DispatchQueue(label: "assay.timers", qos: .userInitiated)

    /// Dispatch sources are thread-safe, but the module does not declare it yet.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    var now: Moment {
        Moment(nanoseconds: (ContinuousClock.now - origin).wholeNanoseconds)
    }

    func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        // A timer source, not `asyncAfter`: cancelling it frees the objects that the action holds.
        let timer = Timer(source: DispatchSource.makeTimerSource(queue: Self.queue))
        let wait = max(0, now.duration(to: moment).wholeNanoseconds)
        timer.source.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .nanoseconds(0))
        timer.source.setEventHandler {
            timer.source.cancel()
            action()
        }
        timer.source.activate()
        return ScheduledAction { timer.source.cancel() }
    }
}
