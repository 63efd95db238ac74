package import HAPModel

/// An automatic change between characteristics.
package enum Behaviour: Sendable, Hashable {
    /// After a change of the target, the current state takes its value with the given delay. `through` gives its value until then, by
    /// target: opening, closing. With `as`, it takes the value assigned to the target's value, or stays as it is.
    case follow(
        target: CharacteristicID,
        current: CharacteristicID,
        after: Duration,
        through: [Int64: Int64],
        as: [Int64: Int64]
    )
    /// The current state says what a thermostat's plant does: off, heating or cooling, as its mode and the measured temperature
    /// demand.
    case regulate(
        mode: CharacteristicID,
        current: CharacteristicID,
        measured: CharacteristicID,
        target: CharacteristicID
    )
    /// The current state says what a heater cooler does: nothing while it is off, otherwise it idles, heats or cools, as its mode, the
    /// measured temperature and the thresholds demand.
    case condition(
        active: CharacteristicID,
        current: CharacteristicID,
        mode: CharacteristicID,
        measured: CharacteristicID,
        heating: CharacteristicID,
        cooling: CharacteristicID
    )
    /// After a write of the target position, the current one travels there: 100 steps take the time `full`. The state says in which
    /// direction, and a write of `hold` stops it.
    case travel(
        target: CharacteristicID,
        current: CharacteristicID,
        full: Duration,
        state: CharacteristicID,
        hold: CharacteristicID
    )
    /// When a controller writes the source, the record takes the value assigned to the written one.
    case record(source: CharacteristicID, record: CharacteristicID, values: [Int64: Int64])
    /// A target that left `secured` returns automatically after the seconds in another characteristic; 0 is never.
    case secure(
        target: CharacteristicID,
        secured: Int64,
        seconds: CharacteristicID,
        record: CharacteristicID,
        as: Int64
    )
    /// While `running` is 1, the remaining seconds count down from `duration`; when they are over, `active` becomes 0. The accessory
    /// notifies only where they jump, and their end.
    case countDown(
        remaining: CharacteristicID,
        duration: CharacteristicID,
        running: CharacteristicID,
        active: CharacteristicID
    )
    /// Changes of the source are kept in a TLV8 log; a control point reads and clears it and sets its time.
    case log(source: CharacteristicID, log: CharacteristicID, control: CharacteristicID)
    /// While the switch is true, only administrators may read, write and subscribe.
    case adminOnlyWhile(CharacteristicID)
    /// The flag is 1 while the level is below the limit, otherwise 0.
    case low(level: CharacteristicID, below: Int64, flag: CharacteristicID)
    /// The flag is true where it is read over this transport, and false over every other one.
    case transport(flag: CharacteristicID, TransportKind)

    /// A camera's stream: it is set up by the first characteristic and controlled by the second one; the third one says whether it
    /// is in use.
    case stream(setup: CharacteristicID, selected: CharacteristicID, status: CharacteristicID)

    /// The characteristics that the behaviour uses.
    package var characteristics: [CharacteristicID] {
        switch self {
        case .follow(let target, let current, _, _, _): [target, current]
        case .regulate(let mode, let current, let measured, let target): [mode, current, measured, target]
        case .condition(let active, let current, let mode, let measured, let heating, let cooling):
            [active, current, mode, measured, heating, cooling]
        case .travel(let target, let current, _, let state, let hold): [target, current, state, hold]
        case .record(let source, let record, _): [source, record]
        case .secure(let target, _, let seconds, let record, _): [target, seconds, record]
        case .countDown(let remaining, let duration, let running, let active): [remaining, duration, running, active]
        case .log(let source, let log, let control): [source, log, control]
        case .adminOnlyWhile(let flag): [flag]
        case .low(let level, _, let flag): [level, flag]
        case .transport(let flag, _): [flag]
        case .stream(let setup, let selected, let status): [setup, selected, status]
        }
    }
}
