import HAPController
import Measurement

/// Decides whether M1 of a pair-setup is sent again to an accessory that did not accept it, and waits until it may be.
struct SetupPatience {
    private let clock: MonotonicClock
    private let stop: StopRequest
    private let busyLimit: Duration
    /// How much longer it may wait in all.
    private var left: Duration
    private var mayRepeatOddRefusal: Bool
    /// When the accessory must have accepted an M1, if it is busy and if it asks for time.
    private var busyDeadline: Moment
    private var backoffDeadline: Moment
    private var pauseAfterBusy = Self.shortestPause
    /// How long it has waited.
    private(set) var waited = Duration.zero

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - busyLimit: how long the accessory may answer Busy.
    ///   - total: how long all waiting may take, in attempts that start the time again, too; `nil` sets no further limit.
    ///   - repeatsOddRefusal: whether M1 is sent once more after a refusal for no known reason.
    ///   - stop: ends the time early.
    init(
        clock: MonotonicClock,
        busyLimit: Duration,
        total: Duration? = nil,
        repeatsOddRefusal: Bool = true,
        stop: StopRequest
    ) {
        self.clock = clock
        self.stop = stop
        self.busyLimit = busyLimit
        left = total ?? busyLimit + Contact.backoffWithin
        mayRepeatOddRefusal = repeatsOddRefusal
        busyDeadline = clock.deadline(in: busyLimit)
        backoffDeadline = clock.deadline(in: Contact.backoffWithin)
    }

    /// Gives the accessory its time again, because M1 starts another attempt.
    mutating func startAgain() {
        busyDeadline = clock.deadline(in: busyLimit)
        backoffDeadline = clock.deadline(in: Contact.backoffWithin)
        pauseAfterBusy = Self.shortestPause
    }

    /// Waits as long as the refusal of M1 demands.
    ///
    /// - Parameter refusal: `nil` if M1 was not refused, or for good.
    /// - Returns: whether another M1 can follow.
    mutating func allowsAnother(after refusal: M1Refusal?) async -> Bool {
        guard !stop.isMade else { return false }
        switch refusal {
        case .busy:
            let pause = pauseAfterBusy
            pauseAfterBusy = min(pause * 2, Self.longestPause)
            return await wait(pause, until: busyDeadline)
        case .backoff(let time): return await wait(time, until: backoffDeadline)
        case .odd:
            defer { mayRepeatOddRefusal = false }
            return mayRepeatOddRefusal
        case nil: return false
        }
    }

    private mutating func wait(_ time: Duration, until deadline: Moment) async -> Bool {
        let moment = clock.deadline(in: time)
        guard moment <= deadline, time <= left else { return false }
        left -= time
        waited += time
        while clock.now < moment {
            let part = min(moment, clock.deadline(in: .milliseconds(500)))
            guard !stop.isMade, (try? await clock.sleep(until: part)) != nil else { return false }
        }
        return true
    }

    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(2)
}
