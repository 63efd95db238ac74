import HAPModel
import Measurement

/// A valve that closes when its time is over.
extension AccessoryCore {
    /// Starts to count down when the valve begins to run, and ends when it stops.
    mutating func countDown(
        _ remaining: CharacteristicID,
        from duration: CharacteristicID,
        isRunning: Bool,
        ends active: CharacteristicID,
        now: Moment
    ) {
        timers.removeAll { if case .count(remaining, _, _) = $0.action { true } else { false } }
        let seconds = isRunning ? values[duration]?.int64Value ?? 0 : 0
        show(seconds, in: remaining, isNotified: true, now: now)
        if seconds > 0 { scheduleCount(remaining, seconds - 1, ends: active, now: now) }
    }

    /// Goes on after a second. Only the end is notified.
    mutating func count(_ remaining: CharacteristicID, _ left: Int64, ends active: CharacteristicID, now: Moment) {
        let isNotified = behaviour(.countDownEvents, context(nil, characteristics[remaining])) == "each-second"
        show(left, in: remaining, isNotified: isNotified || left == 0, now: now)
        guard left == 0 else { return scheduleCount(remaining, left - 1, ends: active, now: now) }
        guard !omits(.countDownEnd, context(nil, characteristics[active])) else { return }
        change(active, to: 0, by: nil, now: now)
    }

    private mutating func show(_ left: Int64, in remaining: CharacteristicID, isNotified: Bool, now: Moment) {
        guard !omits(.couplingFollow, context(nil, characteristics[remaining])) else { return }
        if isNotified {
            change(remaining, to: JSON(left), by: nil, now: now)
        } else {
            values[remaining] = JSON(left)
        }
    }

    private mutating func scheduleCount(
        _ remaining: CharacteristicID,
        _ left: Int64,
        ends active: CharacteristicID,
        now: Moment
    ) {
        schedule(.count(remaining, left: left, ends: active), at: now.advanced(by: .seconds(1)))
    }
}
