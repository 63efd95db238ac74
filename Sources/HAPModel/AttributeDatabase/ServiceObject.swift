/// One service of the attribute database (HAP R1 table 5-2).
package struct ServiceObject: Sendable, Hashable {
    /// The path in the database, as in `accessories[0].services[1]`.
    package let path: String
    /// The received JSON.
    package let raw: JSONObject
    /// The IID, if it is a whole number.
    package let iid: UInt64?
    /// The type, if its spelling is valid.
    package let type: HAPType?
    /// The type as received.
    package let typeText: String?
    /// Whether it is the primary service; `nil` if the key is absent.
    package let primary: Bool?
    /// Whether it is hidden from the user; `nil` if the key is absent.
    package let hidden: Bool?
    /// The IIDs of the linked services; `nil` if the key is absent.
    package let linked: [UInt64]?
    /// The characteristics in their order.
    package let characteristics: [CharacteristicObject]

    init(reading reader: inout AttributeReader) {
        path = reader.path
        raw = reader.raw
        typeText = reader.text("type", isRequired: true)
        type = typeText.flatMap { HAPType($0) }
        iid = reader.identifier("iid")
        primary = reader.flag("primary")
        hidden = reader.flag("hidden")
        linked = reader.identifiers("linked")
        characteristics = reader.objects("characteristics", CharacteristicObject.init(reading:))
    }

    /// The first characteristic of this type.
    package func characteristic(_ type: HAPType) -> CharacteristicObject? { characteristics.first { $0.type == type } }

    /// Whether it links to another service of its accessory.
    package func links(to other: ServiceObject) -> Bool { other.iid.map { linked?.contains($0) ?? false } ?? false }
}
