import HAPModel
package import HAPPairing
import Measurement

/// What the core wants done outside of it.
package enum CoreEffect: Sendable, Equatable {
    /// The state changed and is to be kept, before the answer goes out.
    case persist
    /// What follows on the connection is sealed with these keys, the answer itself not yet.
    case secure(ConnectionID, SessionKeys)
    /// The connection is to be closed, after the answer.
    case close(ConnectionID)
    /// What is advertised may be another now.
    case advertise
    /// The accessory dies.
    case crash

    /// The connection that it is about, if it is about one.
    var connection: ConnectionID? {
        switch self {
        case .secure(let connection, _), .close(let connection): connection
        case .persist, .advertise, .crash: nil
        }
    }
}

/// Something that will happen by itself.
struct CoreTimer: Sendable {
    enum Action: Sendable {
        /// The characteristic takes the value; `source` is what it follows, so that only the newest counts.
        case assign(CharacteristicID, JSON, source: CharacteristicID?)
        /// The lock secures itself.
        case secure(
            target: CharacteristicID,
            value: JSON,
            seconds: CharacteristicID,
            record: CharacteristicID,
            as: JSON
        )
        /// A consequence of a pairing message that a defect delays.
        case consequence(PairingConsequence, ConnectionID)
        /// The state of pairing is advertised, which a defect has delayed.
        case showPairing
    }

    var at: Moment
    var order: UInt64
    var action: Action
}
