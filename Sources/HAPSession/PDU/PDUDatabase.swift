package import HAPModel

/// Converts the attribute database between opcode 0x09 over CoAP and JSON.
///
/// Accessories (0x18) hold one accessory (0x19) each, with its aid (0x1A) and services (0x16); a service (0x15) has its
/// instance id, type, properties, links and characteristics (0x14), each of which (0x13) has the items of
/// ``PDUSignature``. Entries of a list are separated by `00 00`.
package enum PDUDatabase {
    /// The body that describes the database.
    package static func body(of database: JSON) -> [UInt8] {
        let accessories = database["accessories"]?.arrayValue ?? []
        return TLV8(items: [TLV8.Item(.accessories, TLV8.list(.accessory, accessories.map(accessory)))]).encoded()
    }

    /// The database in a body, and the deviations from the format, by the offset in the entry concerned.
    package static func reading(_ body: [UInt8]) -> (database: JSON, deviations: [PDUDeviation]) {
        var deviations: [PDUDeviation] = []
        let outer = PDUItemReader(TLV8(decoding: body))
        deviations += outer.deviations
        guard let list = outer.bytes(.accessories) else {
            return (["accessories": []], deviations + [PDUDeviation(.missingItem, at: 0)])
        }
        let accessories = entries(list, .accessory, &deviations) { accessory($0) }
        return (["accessories": .array(accessories)], deviations)
    }

    /// The characteristics of the Pairing services with their properties, as `4C 0003` (HAP-COAP-052).
    package static func pairingProperties(in body: [UInt8]) -> [String] {
        func parts(_ items: TLV8, _ list: PDUParameter, _ entry: PDUParameter) -> [TLV8] {
            TLV8(decoding: items[list] ?? []).list(entry).map { TLV8(decoding: $0) }
        }
        let services = parts(TLV8(decoding: body), .accessories, .accessory).flatMap { parts($0, .services, .service) }
        let pairing = services.filter { $0[.serviceType].flatMap { HAPType(littleEndian: $0) } == PairingService.type }
        return pairing.flatMap { parts($0, .characteristics, .characteristic) }.map { items in
            let type = items[.characteristicType].flatMap { HAPType(littleEndian: $0) }
            return "\(type?.short ?? "?") \(Hex.encode((items[.properties] ?? []).reversed()))"
        }
    }

    /// The properties and links of a service, as a service signature has them.
    package static func serviceItems(of service: JSON) -> [TLV8.Item] {
        var bits: PDUServiceProperties = []
        if service["primary"]?.boolValue == true { bits.insert(.primary) }
        if service["hidden"]?.boolValue == true { bits.insert(.hidden) }
        let linked = (service["linked"]?.arrayValue ?? []).compactMap(\.uint64Value)
        return [
            TLV8.Item(.serviceProperties, PDUNumber.bytes(bits.rawValue)),
            TLV8.Item(.linkedServices, linked.flatMap { PDUNumber.bytes($0, atLeast: 2) }),
        ]
    }

    /// The instance id and the type of a service, as the signature of its characteristics has them.
    package static func identityItems(of service: JSON) -> [TLV8.Item] {
        identityItems(of: service, isShort: false)
    }

    // MARK: Writing

    private static func identityItems(of service: JSON, isShort: Bool) -> [TLV8.Item] {
        let items: [(PDUParameter, [UInt8]?)] = [
            (.serviceInstance, PDUSignature.instance(of: service)),
            (.serviceType, PDUSignature.type(of: service, isShort: isShort)),
        ]
        return items.compactMap { type, value in value.map { TLV8.Item(type, $0) } }
    }

    private static func accessory(_ accessory: JSON) -> [UInt8] {
        var items: [TLV8.Item] = []
        if let aid = accessory["aid"]?.uint64Value {
            items.append(TLV8.Item(.accessoryInstance, PDUNumber.bytes(aid, atLeast: 2)))
        }
        let services = accessory["services"]?.arrayValue ?? []
        items.append(TLV8.Item(.services, TLV8.list(.service, services.map(service))))
        return TLV8(items: items).encoded()
    }

    private static func service(_ service: JSON) -> [UInt8] {
        var items = identityItems(of: service, isShort: true) + serviceItems(of: service)
        let entries = (service["characteristics"]?.arrayValue ?? []).map {
            TLV8(items: PDUSignature.items(of: $0, isShort: true)).encoded()
        }
        items.append(TLV8.Item(.characteristics, TLV8.list(.characteristic, entries)))
        return TLV8(items: items).encoded()
    }

    // MARK: Reading

    private static func entries(
        _ list: [UInt8],
        _ parameter: PDUParameter,
        _ deviations: inout [PDUDeviation],
        _ read: (TLV8) -> (json: JSON, deviations: [PDUDeviation])
    ) -> [JSON] {
        let items = TLV8(decoding: list)
        deviations += PDUItemReader(items).deviations
        return items.list(parameter).map { entry in
            let (json, own) = read(TLV8(decoding: entry))
            deviations += own
            return json
        }
    }

    private static func accessory(_ items: TLV8) -> (json: JSON, deviations: [PDUDeviation]) {
        var reader = PDUItemReader(items)
        var deviations: [PDUDeviation] = []
        var object = JSONObject()
        if let aid = reader.items.integer(.accessoryInstance) {
            object["aid"] = JSON(aid)
        } else {
            reader.note(.missingItem, .accessoryInstance)
        }
        let services = entries(reader.bytes(.services) ?? [], .service, &deviations) { service($0) }
        object["services"] = .array(services)
        return (.object(object), reader.deviations + deviations)
    }

    private static func service(_ items: TLV8) -> (json: JSON, deviations: [PDUDeviation]) {
        var reader = PDUItemReader(items)
        var deviations: [PDUDeviation] = []
        var object = JSONObject()
        object["iid"] = reader.number(.serviceInstance, width: 2).map { JSON($0) }
        object["type"] = reader.type(.serviceType)
        if let bits = reader.items.integer(.serviceProperties) {
            let properties = PDUServiceProperties(rawValue: UInt16(truncatingIfNeeded: bits))
            object["primary"] = .bool(properties.contains(.primary))
            object["hidden"] = .bool(properties.contains(.hidden))
        }
        if let linked = reader.bytes(.linkedServices), !linked.isEmpty {
            if !linked.count.isMultiple(of: 2) { reader.note(.width, .linkedServices) }
            object["linked"] = .array(
                stride(from: 0, to: linked.count - 1, by: 2).map { JSON(PDUNumber.value(linked[$0..<$0 + 2])) }
            )
        }
        let characteristics = entries(reader.bytes(.characteristics) ?? [], .characteristic, &deviations) {
            PDUSignature.characteristic($0)
        }
        object["characteristics"] = .array(characteristics)
        return (.object(object), reader.deviations + deviations)
    }
}
