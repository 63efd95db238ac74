import Measurement

/// The time of another source on a machine that is busy: its timers are late, as it says itself.
struct LateTime: TimeSource {
    let source: any TimeSource
    let delay: Duration

    var now: Moment { source.now }

    func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        source.schedule(at: moment, action)
    }

    func delay(since moment: Moment) -> Duration { delay }
}
