import HAPController
import Measurement

/// The time that an accessory gets until it accepts M1 of a pair-setup: to finish another pair-setup, or because it asks for time.
struct BusyTime {
    private let clock: MonotonicClock
    private let deadline: Moment
    private let backoffDeadline: Moment
    private let stop: StopRequest
    private var next = Duration.milliseconds(100)

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - limit: how long the accessory may answer Busy.
    ///   - backoffLimit: how long it may answer Backoff.
    ///   - stop: ends the time early.
    init(
        clock: MonotonicClock,
        limit: Duration,
        backoffLimit: Duration = Contact.backoffWithin,
        stop: StopRequest
    ) {
        self.clock = clock
        self.stop = stop
        deadline = clock.deadline(in: limit)
        backoffDeadline = clock.deadline(in: backoffLimit)
    }

    /// Waits before the next M1 if this one was too early.
    ///
    /// - Returns: whether another M1 can follow: it was too early, and there is time.
    mutating func pause(after step: PairingStep) async -> Bool {
        if let time = step.backoff { return await pause(for: time) }
        return step.isBusy ? await pauseAfterBusy() : false
    }

    /// Waits for another pair-setup to end: 100 ms at first, then longer each time, up to 2 s.
    ///
    /// - Returns: whether there is time for another M1.
    mutating func pauseAfterBusy() async -> Bool {
        let time = next
        next = min(next * 2, .seconds(2))
        return await pause(for: time, before: deadline)
    }

    /// Waits for the time that the accessory asks for with Backoff (HAP-CORE-091).
    ///
    /// - Returns: whether there is time for another M1.
    func pause(for backoff: Duration) async -> Bool {
        await pause(for: backoff, before: backoffDeadline)
    }

    private func pause(for time: Duration, before deadline: Moment) async -> Bool {
        let moment = clock.deadline(in: time)
        guard moment <= deadline else { return false }
        while clock.now < moment {
            let part = min(moment, clock.deadline(in: .milliseconds(500)))
            guard !stop.isMade, (try? await clock.sleep(until: part)) != nil else { return false }
        }
        return true
    }
}
