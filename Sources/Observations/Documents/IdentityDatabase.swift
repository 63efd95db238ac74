import HAPModel

/// The parts of an attribute database that must be the same over every transport.
struct IdentityDatabase {
    private let database: AttributeDatabase

    /// The services but the Pairing service, which only some transports have, by their place and type.
    let services: [String: ServiceObject]
    /// The characteristics of these services by service, type and instance ID.
    let characteristics: [String: AttributeDatabase.Place]

    init(_ database: AttributeDatabase) {
        self.database = database
        var services: [String: ServiceObject] = [:]
        for accessory in database.accessories {
            for service in accessory.services where service.type != .pairing {
                services["\(Self.number(accessory.aid)).\(Self.number(service.iid)) \(Self.type(service.raw))"] =
                    service
            }
        }
        var characteristics: [String: AttributeDatabase.Place] = [:]
        for place in database.places where place.service.type != .pairing {
            let service = "\(Self.number(place.accessory.aid)).\(Self.number(place.service.iid))"
            characteristics["\(place.id) \(Self.type(place.characteristic.raw)) of service \(service)"] = place
        }
        (self.services, self.characteristics) = (services, characteristics)
    }

    var aids: Set<UInt64> { Set(database.accessories.compactMap(\.aid)) }

    /// The instance ID of Accessory Information on the first accessory object.
    var informationIID: UInt64? {
        database.accessory(1)?.services.first { $0.type == .accessoryInformation }?.iid
    }

    /// The instance IDs that the 16 bits of other transports cannot express.
    var largeIDs: [String] {
        database.accessories.flatMap { accessory in
            accessory.services.flatMap { service in [service.iid] + service.characteristics.map(\.iid) }
                .compactMap { $0 }.filter { $0 > UInt64(UInt16.max) }
                .map { "\(Self.number(accessory.aid)).\($0)" }
        }
    }

    private static func number(_ number: UInt64?) -> String { number.map { "\($0)" } ?? "?" }

    /// The type in its short form, in which all transports can be compared.
    private static func type(_ raw: JSONObject) -> String {
        let text = raw["type"]?.stringValue ?? "?"
        return HAPType(text)?.short ?? text
    }
}
