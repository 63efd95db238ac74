import Dispatch

/// The machine's monotonic time; its origin is the start of the process.
struct SystemTime: TimeSource {
    private let origin = ContinuousClock.now
    private static let queue = DispatchQueue(label: "assay.timers", qos: .userInitiated)

    /// Dispatch sources may be used from any thread; the module does not say so yet.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    var now: Moment {
        Moment(nanoseconds: (ContinuousClock.now - origin).wholeNanoseconds)
    }

    func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        // A timer source, not `asyncAfter`: its cancellation frees what the action holds.
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
