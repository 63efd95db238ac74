/// The machine's monotonic time; its origin is the process start.
struct SystemTime: TimeSource {
    private let origin: ContinuousClock.Instant
    private let timers: TimerQueue

    init() {
        let origin = ContinuousClock.now
        self.origin = origin
        timers = TimerQueue { Self.now(since: origin) }
    }

    var now: Moment { Self.now(since: origin) }

    private static func now(since origin: ContinuousClock.Instant) -> Moment {
        Moment(nanoseconds: (ContinuousClock.now - origin).wholeNanoseconds)
    }

    func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
        timers.schedule(at: moment, action)
    }

    func delay(since moment: Moment) -> Duration { timers.delay(since: moment) }
}
