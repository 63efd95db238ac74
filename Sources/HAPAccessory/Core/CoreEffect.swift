import HAPModel
package import HAPPairing
import Measurement

/// An effect that the core's caller carries out.
package enum CoreEffect: Sendable, Equatable {
    /// The state has changed and must be stored before the response is sent.
    case persist
    /// Messages after the response are encrypted with these keys.
    case secure(ConnectionID, SessionKeys)
    /// The connection must be closed after the response.
    case close(ConnectionID)
    /// The advertisement may have changed.
    case advertise
    /// The accessory crashes.
    case crash

    /// The effect's connection, if it has one.
    var connection: ConnectionID? {
        switch self {
        case .secure(let connection, _), .close(let connection): connection
        case .persist, .advertise, .crash: nil
        }
    }
}

/// A scheduled change.
struct CoreTimer: Sendable {
    enum Action: Sendable {
        /// The characteristic takes the value; `source` is the one that it follows, so that only the newest counts. `by` is the
        /// session that is not notified, with a defect.
        case assign(CharacteristicID, JSON, source: CharacteristicID?, by: ConnectionID? = nil)
        /// The lock locks automatically.
        case secure(
            target: CharacteristicID,
            value: JSON,
            seconds: CharacteristicID,
            record: CharacteristicID,
            as: JSON
        )
        /// A second of a countdown is over.
        case count(CharacteristicID, left: Int64, ends: CharacteristicID)
        /// A consequence of a pairing message that a defect delays.
        case consequence(PairingConsequence, ConnectionID)
        /// Updates the pairing state in the advertisement, after a defect delayed it.
        case showPairing
    }

    var at: Moment
    var order: UInt64
    var action: Action
}
