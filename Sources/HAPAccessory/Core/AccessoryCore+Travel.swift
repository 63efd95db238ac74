import HAPModel
import Measurement

/// Positions that take time to reach.
extension AccessoryCore {
    /// The values of Position State: decreasing, increasing, and stopped.
    private static let decreasing = JSON(0)
    private static let increasing = JSON(1)
    static let stopped = JSON(2)

    /// How far a position travels before its value changes.
    private static let stride: Int64 = 10

    /// Starts the travel of a position to its target.
    ///
    /// - Parameters:
    ///   - full: how long 100 steps take.
    ///   - state: the Position State.
    mutating func travel(
        _ current: CharacteristicID,
        to target: JSON,
        in full: Duration,
        state: CharacteristicID,
        of source: CharacteristicID,
        now: Moment
    ) {
        guard let end = target.int64Value, let start = values[current]?.int64Value,
            !omits(.couplingFollow, context(nil, characteristics[current])), !isOnItsWay(current)
        else { return }
        dropAssignments(to: current)
        dropAssignments(to: state)
        guard start != end else { return change(state, to: Self.stopped, by: nil, now: now) }
        change(state, to: end > start ? Self.increasing : Self.decreasing, by: nil, now: now)
        var position = start
        while position != end {
            position = end > start ? min(end, position + Self.stride) : max(end, position - Self.stride)
            let due = now.advanced(by: full * Int(position - start).magnitude / 100)
            schedule(.assign(current, JSON(position), source: source), at: due)
        }
        guard !omits(.couplingFollow, context(nil, characteristics[state])) else { return }
        schedule(
            .assign(state, Self.stopped, source: source),
            at: now.advanced(by: full * Int(end - start).magnitude / 100)
        )
    }
}
