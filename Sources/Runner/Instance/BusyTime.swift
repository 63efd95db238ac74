import Measurement

/// The time that an accessory gets to finish another pair-setup.
struct BusyTime {
    private let clock: MonotonicClock
    private let deadline: Moment
    private var next = Duration.milliseconds(100)

    /// Starts the time.
    init(clock: MonotonicClock, limit: Duration) {
        self.clock = clock
        deadline = clock.deadline(in: limit)
    }

    /// Waits before the next M1: 100 ms at first, then longer each time, up to 2 s.
    ///
    /// - Returns: whether there is time for another attempt.
    mutating func pause() async -> Bool {
        let moment = clock.deadline(in: next)
        guard moment <= deadline else { return false }
        next = min(next * 2, .seconds(2))
        return (try? await clock.sleep(until: moment)) != nil
    }
}
