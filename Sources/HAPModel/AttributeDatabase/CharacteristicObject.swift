/// One characteristic of the attribute database (HAP R1 table 5-3).
package struct CharacteristicObject: Sendable, Hashable {
    /// The path in the database, as in `accessories[0].services[1].characteristics[2]`.
    package let path: String
    /// The received JSON.
    package let raw: JSONObject
    /// The IID, if it is a whole number.
    package let iid: UInt64?
    /// The type, if its spelling is valid.
    package let type: HAPType?
    /// The type as received.
    package let typeText: String?
    /// The format, known or not.
    package let format: CharacteristicFormat?
    /// The permissions in order, including unknown and repeated ones.
    package let permissions: [Permission]
    /// The value; `nil` if the key is absent, ``JSON/null`` if the accessory sent `null`.
    package let value: JSON?
    /// Whether the requesting session is subscribed; `nil` if the key is absent.
    package let ev: Bool?
    /// The declared lowest value.
    package let minValue: JSONNumber?
    /// The declared highest value.
    package let maxValue: JSONNumber?
    /// The declared step.
    package let minStep: JSONNumber?
    /// The declared limit on the length of a string.
    package let maxLen: Int64?
    /// The declared limit on the length of data.
    package let maxDataLen: Int64?
    /// The values of `valid-values` in their order.
    package let validValues: [Int64]?
    /// The ranges of `valid-values-range`: one in R1's form, any number in ADK's.
    package let validValuesRange: [ValueRange]?
    /// The unit, known or not.
    package let unit: CharacteristicUnit?
    /// The manufacturer's description.
    package let userDescription: String?

    /// How many characters a string may have if `maxLen` is absent (HAP R1 table 5-3).
    package static let standardMaxLen: Int64 = 64
    /// How many bytes data may have if `maxDataLen` is absent (HAP R1 table 5-3).
    package static let standardMaxDataLen: Int64 = 2_097_152

    init(reading reader: inout AttributeReader) {
        path = reader.path
        raw = reader.raw
        typeText = reader.text("type", isRequired: true)
        type = typeText.flatMap { HAPType($0) }
        iid = reader.identifier("iid")
        permissions = reader.texts("perms").map(Permission.init(rawValue:))
        format = reader.text("format", isRequired: true).map(CharacteristicFormat.init(rawValue:))
        value = reader.raw["value"]
        ev = reader.flag("ev")
        userDescription = reader.text("description")
        unit = reader.text("unit").map(CharacteristicUnit.init(rawValue:))
        minValue = reader.number("minValue")
        maxValue = reader.number("maxValue")
        minStep = reader.number("minStep")
        maxLen = reader.integer("maxLen")
        maxDataLen = reader.integer("maxDataLen")
        validValues = reader.integers("valid-values")
        validValuesRange = reader.ranges("valid-values-range")
    }

    /// Whether the characteristic declares this permission.
    package func has(_ permission: Permission) -> Bool { permissions.contains(permission) }

    /// The limit on the length of a string, declared or standard.
    package var lengthLimit: Int64 { maxLen ?? Self.standardMaxLen }

    /// The limit on the length of data, declared or standard.
    package var dataLengthLimit: Int64 { maxDataLen ?? Self.standardMaxDataLen }
}
