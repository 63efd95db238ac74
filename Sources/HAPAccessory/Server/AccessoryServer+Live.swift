package import HAPModel
import Synchronization

/// What the user of a running accessory can do with it.
extension AccessoryServer {
    /// Sets a value as the device would.
    ///
    /// - Throws: ``AccessoryError`` if the characteristic does not exist or the value violates its rules, with its limits.
    package func set(_ id: CharacteristicID, _ value: JSON) throws(AccessoryError) {
        guard !apply({ $0.set(id, value, now: $1) }) else { return }
        throw AccessoryError(.refused, snapshot().definition.refusal(toSet: id, value))
    }

    /// Presses a button.
    ///
    /// - Throws: ``AccessoryError`` if the button or the kind of press does not exist.
    package func press(_ id: CharacteristicID, _ value: JSON) throws(AccessoryError) {
        guard !apply({ $0.press(id, value, now: $1) }) else { return }
        throw AccessoryError(.refused, snapshot().definition.refusal(toPress: id, value))
    }

    /// Shows these defects and twins from now on, and no others. Pairing procedures and sessions that have begun keep
    /// those with which they began.
    package func show(_ conduct: [any AlteredConduct]) {
        state.withLock { state in
            state.accessory.show(conduct)
            carryOut(.advertise, &state)
        }
    }
}
