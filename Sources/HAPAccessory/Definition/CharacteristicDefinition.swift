package import HAPModel

/// A characteristic: its entry in the database and its initial value.
package struct CharacteristicDefinition: Sendable {
    package var id: CharacteristicID
    package var type: HAPType
    /// The catalogue's name, or the UUID of a vendor's own characteristic.
    package var name: String
    package var format: CharacteristicFormat
    package var permissions: [Permission]
    package var unit: CharacteristicUnit?
    package var minValue: JSONNumber?
    package var maxValue: JSONNumber?
    package var minStep: JSONNumber?
    package var maxLen: Int64?
    package var maxDataLen: Int64?
    package var validValues: [Int64]?
    /// The values that Apple defines, if it is an enumeration.
    package var enumeration: [Int64]?
    /// The vendor's description, if there is one.
    package var summary: String?
    /// Whether only administrators may read, write and subscribe.
    package var isAdminOnly: Bool
    /// The authorization data that a write must carry; `nil` if any or none is accepted.
    package var authorization: [UInt8]?
    /// Whether a float is stored in 32 bits, as small accessories do.
    package var isBinary32: Bool
    /// The initial value; `nil` if it has no value (Identify, control points, button events).
    package var value: JSON?

    /// Whether the characteristic has the permission.
    package func has(_ permission: Permission) -> Bool { permissions.contains(permission) }

    /// Whether it reports an occurrence and has no value: Programmable Switch Event, Button Event.
    package var isMomentary: Bool { type == .programmableSwitchEvent || type == .buttonEvent }

    /// Whether the text is its type, the type's name (`Target Door State` or `target-door-state`), or its id.
    package func isNamed(_ text: String) -> Bool {
        text == name || text == Catalogue.word(name) || HAPType(text) == type || CharacteristicID(text) == id
    }
}
