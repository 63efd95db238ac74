package import HAPModel

/// What happens between characteristics without a controller's help.
package enum Behaviour: Sendable, Hashable {
    /// After the target was written, the current state takes its value, so much later.
    case follow(target: CharacteristicID, current: CharacteristicID, after: Duration)
    /// When a controller writes the source, the record takes the value that stands for the written one.
    case record(source: CharacteristicID, record: CharacteristicID, values: [Int64: Int64])
    /// A target that left `secured` goes back by itself after the seconds in another characteristic; 0 is never.
    case secure(
        target: CharacteristicID,
        secured: Int64,
        seconds: CharacteristicID,
        record: CharacteristicID,
        as: Int64
    )
    /// Changes of the source are kept in a TLV8 log, which a control point reads, clears and sets the time of.
    case log(source: CharacteristicID, log: CharacteristicID, control: CharacteristicID)
    /// While the switch is true, only administrators may read, write and subscribe.
    case adminOnlyWhile(CharacteristicID)
    /// The flag is 1 while the level lies below the limit, else 0.
    case low(level: CharacteristicID, below: Int64, flag: CharacteristicID)

    /// The characteristics that the behaviour speaks of.
    package var characteristics: [CharacteristicID] {
        switch self {
        case .follow(let target, let current, _): [target, current]
        case .record(let source, let record, _): [source, record]
        case .secure(let target, _, let seconds, let record, _): [target, seconds, record]
        case .log(let source, let log, let control): [source, log, control]
        case .adminOnlyWhile(let flag): [flag]
        case .low(let level, _, let flag): [level, flag]
        }
    }
}
