package import HAPModel
package import SuiteLanguage

/// The attribute database as elements for documents, each with the facts of the catalogue.
package struct DatabaseElements: Sendable {
    private let database: AttributeDatabase
    private let catalogue: Catalogue
    private let release: StatedRelease

    package init(database: AttributeDatabase, catalogue: Catalogue, release: StatedRelease) {
        self.database = database
        self.catalogue = catalogue
        self.release = release
    }

    /// The snapshot: `database`, `accessory`, `service` and `characteristic`, each a list of elements.
    package var json: JSON {
        var accessories: [JSON] = []
        var services: [JSON] = []
        var characteristics: [JSON] = []
        for accessory in database.accessories {
            let place = "aid \(accessory.aid.map { "\($0)" } ?? "?")"
            accessories.append(element(accessory, place: place))
            let links = ServiceLinks(accessory, catalogue)
            for service in accessory.services {
                let owner = ServiceElement(
                    service: service,
                    links: links,
                    place: place,
                    catalogue: catalogue,
                    release: release
                )
                services.append(owner.json)
                for characteristic in service.characteristics {
                    let element = CharacteristicElement(
                        characteristic: characteristic,
                        service: owner,
                        catalogue: catalogue
                    )
                    characteristics.append(element.json)
                }
            }
        }
        return [
            "name": "database", "database": .array([whole]), "accessory": .array(accessories),
            "service": .array(services), "characteristic": .array(characteristics),
        ]
    }

    private var whole: JSON {
        let object = JSONObject([
            "place": "the database", "accessory-count": JSON(database.accessories.count),
            "aids": .array(database.accessories.map { Self.number($0.aid) }),
            "deviations": .array(database.deviations.map { .string($0.description) }),
            "keys": .array(database.raw.objectValue?.keys.map { .string($0) } ?? []),
            "duplicate-keys": .array(Self.duplicateKeys(database.raw, at: "database").map { .string($0) }),
            "release": .string(release.name),
            "summary": .string(Spoken.count(database.accessories.count, "accessory", "accessories")),
        ])
        return .object(object)
    }

    /// The places where an object has a key twice.
    private static func duplicateKeys(_ json: JSON, at place: String) -> [String] {
        switch json {
        case .array(let elements):
            return elements.enumerated().flatMap { duplicateKeys($1, at: "\(place)[\($0)]") }
        case .object(let object):
            return object.duplicateKeys.map { "\(place).\($0)" }
                + object.members.flatMap { duplicateKeys($0.value, at: "\(place).\($0.key)") }
        default: return []
        }
    }

    private func element(_ accessory: AccessoryObject, place: String) -> JSON {
        let iids = accessory.services.flatMap { service in [service.iid] + service.characteristics.map(\.iid) }
        let switches = accessory.services.filter { $0.type == .statelessProgrammableSwitch }
        let names = accessory.services.map { ServiceElement.name($0, catalogue) }
        var object: JSONObject = [
            "place": .string(place), "aid": Self.number(accessory.aid), "iids": .array(iids.map(Self.number)),
            "keys": .array(accessory.raw.keys.map { .string($0) }),
            "service-count": JSON(accessory.services.count),
            "service-iids": .array(accessory.services.map { Self.number($0.iid) }),
            "service-types": .array(accessory.services.map { Self.short($0.type) }),
            "primary-count": JSON(accessory.services.count { $0.primary == true }),
            "user-service-count": JSON(accessory.services.count { ServiceElement.isForUsers($0, catalogue) }),
            "switch-count": JSON(switches.count),
            "label-indices": .array(switches.map { ServiceElement.labelIndex($0)?.value ?? .null }),
            "raw": JSON.object(accessory.raw).withoutBulk,
            "summary": .string(
                "\(Spoken.count(accessory.services.count, "service")): \(names.joined(separator: ", "))"
            ),
        ]
        if let camera = CameraElement(accessory) { object["camera"] = camera.json }
        return .object(object)
    }

    static func number(_ value: UInt64?) -> JSON { value.map { JSON($0) } ?? .null }
    static func short(_ type: HAPType?) -> JSON { type.map { .string($0.short) } ?? .null }
}

extension JSON {
    /// The members without the lists of services and characteristics, which are separate elements.
    var withoutBulk: JSON {
        guard case .object(let object) = self else { return self }
        return .object(
            JSONObject(members: object.members.filter { !["services", "characteristics"].contains($0.key) })
        )
    }
}
