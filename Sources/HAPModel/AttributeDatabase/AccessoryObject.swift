/// One accessory object of the attribute database (HAP R1 table 5-1).
package struct AccessoryObject: Sendable, Hashable {
    /// The object's path in the database, as in `accessories[0]`.
    package let path: String
    /// The received JSON.
    package let raw: JSONObject
    /// The AID, if it is a whole number.
    package let aid: UInt64?
    /// The services in order.
    package let services: [ServiceObject]

    init(reading reader: inout AttributeReader) {
        path = reader.path
        raw = reader.raw
        aid = reader.identifier("aid")
        services = reader.objects("services", ServiceObject.init(reading:))
    }

    /// The first service of this type.
    package func service(_ type: HAPType) -> ServiceObject? { services.first { $0.type == type } }
}
