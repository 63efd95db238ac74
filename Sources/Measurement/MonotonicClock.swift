/// A source of time: the machine's clock, or a bench with virtual time.
package protocol TimeSource: Sendable {
    /// The current moment; it never decreases.
    var now: Moment { get }

    /// Runs `action` once, not before `moment`.
    ///
    /// - Returns: a handle that cancels the action if it has not begun.
    func schedule(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> ScheduledAction

    /// How late actions began at most since this moment, because the machine was busy; zero if they were in time.
    func delay(since moment: Moment) -> Duration
}

/// A scheduled action.
package struct ScheduledAction: Sendable {
    /// Cancels the action if it has not begun; otherwise it has no effect.
    package let cancel: @Sendable () -> Void

    package init(cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }
}

/// The only clock that the tester and the simulator use, so that hours of protocol time can be virtual.
package struct MonotonicClock: Clock, Sendable {
    package typealias Instant = Moment
    package let source: any TimeSource

    package init(source: any TimeSource) {
        self.source = source
    }

    /// The machine's monotonic time.
    package static let system = MonotonicClock(source: SystemTime())

    package var now: Moment { source.now }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Moment, tolerance: Duration? = nil) async throws {
        let end = LateAnswer<Result<Void, CancellationError>>()
        let alarm = source.schedule(at: deadline) { end.finish(.success(())) }
        defer { alarm.cancel() }
        try await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            end.finish(.failure(CancellationError()))
        }.get()
    }

    /// How late timers fired at most since this moment, because the machine was busy; zero if they were in time.
    package func delay(since moment: Moment) -> Duration { source.delay(since: moment) }

    /// The moment that lies `duration` after now.
    package func deadline(in duration: Duration) -> Moment {
        now.advanced(by: duration)
    }
}
