package import HAPModel

/// The Pairing service of an accessory over Thread (HAP-COAP-052): pairings are written to one of its characteristics.
///
/// It belongs to the transport, so the database that other layers see does not have it.
package enum PairingService {
    /// The type of the service.
    package static let type = HAPType(0x55)
    /// The type of Pairings, through which pairings are added, removed and listed (HAP-COAP-043).
    package static let pairings = HAPType(0x50)

    /// The instance ids of the service and its characteristics in a simulated accessory, above those of the
    /// definitions.
    package enum Instance: UInt16, Sendable, CaseIterable {
        case service = 0xff00
        case pairSetup = 0xff01
        case pairVerify = 0xff02
        case features = 0xff03
        case pairings = 0xff04
    }

    /// The service as the database of a simulated accessory has it.
    package static var json: JSON {
        [
            "iid": JSON(UInt64(Instance.service.rawValue)),
            "type": .string(type.short),
            "characteristics": [
                characteristic(.pairSetup, HAPType(0x4c), .tlv8, [.openRead, .openWrite]),
                characteristic(.pairVerify, HAPType(0x4e), .tlv8, [.openRead, .openWrite]),
                characteristic(.features, HAPType(0x4f), .uint8, [.openRead]),
                characteristic(.pairings, pairings, .tlv8, [.pairedRead, .pairedWrite]),
            ],
        ]
    }

    private static func characteristic(
        _ instance: Instance,
        _ type: HAPType,
        _ format: CharacteristicFormat,
        _ permissions: [Permission]
    ) -> JSON {
        [
            "iid": JSON(UInt64(instance.rawValue)),
            "type": .string(type.short),
            "format": .string(format.rawValue),
            "perms": .array(permissions.map { .string($0.rawValue) }),
        ]
    }

    /// The database without the Pairing service of aid 1, and the instance id of its Pairings.
    ///
    /// - Returns: `pairings` is `nil` if the database has no such characteristic.
    package static func removed(from database: JSON) -> (database: JSON, pairings: UInt64?) {
        var instance: UInt64?
        let accessories = (database["accessories"]?.arrayValue ?? []).map { accessory -> JSON in
            guard accessory["aid"]?.uint64Value == 1 else { return accessory }
            let services = accessory["services"]?.arrayValue ?? []
            let others = services.filter { service in
                guard Self.type(of: service) == type else { return true }
                let found = service["characteristics"]?.arrayValue?.first { Self.type(of: $0) == pairings }
                instance = instance ?? found?["iid"]?.uint64Value
                return false
            }
            return accessory.with("services", .array(others))
        }
        return (database.with("accessories", .array(accessories)), instance)
    }

    private static func type(of object: JSON) -> HAPType? { object["type"]?.stringValue.flatMap { HAPType($0) } }
}
