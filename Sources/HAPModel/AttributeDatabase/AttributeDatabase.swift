/// An accessory's attribute database as the accessory sent it (HAP R1 5.3).
///
/// Decoding never fails: a member of the wrong type is `nil` in the typed view, stays in ``raw`` and is listed in
/// ``deviations``. Only the form is checked here; the suites check unique ids and value ranges.
package struct AttributeDatabase: Sendable, Hashable {
    /// One deviation from the protocol's form, and its place.
    package struct Deviation: Sendable, Hashable, CustomStringConvertible {
        /// The path, as in `accessories[0].services[1].iid`; empty for the database itself.
        package let path: String
        /// What is wrong at the path.
        package let message: String

        package init(path: String, message: String) {
            self.path = path
            self.message = message
        }

        package var description: String { path.isEmpty ? message : "\(path): \(message)" }
    }

    /// One characteristic with its accessory object and service.
    package struct Place: Sendable, Hashable {
        /// Its id, which other characteristics may wrongly share.
        package let id: CharacteristicID
        /// The accessory object that contains it.
        package let accessory: AccessoryObject
        /// The service that contains it.
        package let service: ServiceObject
        /// The characteristic itself.
        package let characteristic: CharacteristicObject
    }

    private struct Index: Sendable, Hashable {
        let accessory: Int
        let service: Int
        let characteristic: Int
    }

    /// The received JSON.
    package let raw: JSON
    /// The accessory objects in order.
    package let accessories: [AccessoryObject]
    /// The deviations from the form, in document order.
    package let deviations: [Deviation]
    private let indices: [CharacteristicID: Index]

    package init(_ json: JSON) {
        raw = json
        var reader = AttributeReader(json, path: "")
        accessories = reader.objects("accessories", AccessoryObject.init(reading:))
        deviations = reader.deviations
        var indices: [CharacteristicID: Index] = [:]
        for (accessoryIndex, accessory) in accessories.enumerated() {
            guard let aid = accessory.aid else { continue }
            for (serviceIndex, service) in accessory.services.enumerated() {
                for (index, characteristic) in service.characteristics.enumerated() {
                    guard let iid = characteristic.iid else { continue }
                    let id = CharacteristicID(aid: aid, iid: iid)
                    if indices[id] == nil {
                        indices[id] = Index(accessory: accessoryIndex, service: serviceIndex, characteristic: index)
                    }
                }
            }
        }
        self.indices = indices
    }

    /// The characteristic with this id; of several, the first.
    package func characteristic(_ id: CharacteristicID) -> CharacteristicObject? { place(of: id)?.characteristic }

    /// The characteristic with this id, its service and accessory object; of several, the first.
    package func place(of id: CharacteristicID) -> Place? {
        guard let index = indices[id] else { return nil }
        let accessory = accessories[index.accessory]
        let service = accessory.services[index.service]
        return Place(
            id: id,
            accessory: accessory,
            service: service,
            characteristic: service.characteristics[index.characteristic]
        )
    }

    /// The first accessory object with this AID.
    package func accessory(_ aid: UInt64) -> AccessoryObject? { accessories.first { $0.aid == aid } }

    /// All characteristics that have an id, in order, including duplicates.
    package var places: [Place] {
        accessories.flatMap { accessory in
            accessory.services.flatMap { service in
                service.characteristics.compactMap { characteristic in
                    guard let aid = accessory.aid, let iid = characteristic.iid else { return nil }
                    let id = CharacteristicID(aid: aid, iid: iid)
                    return Place(id: id, accessory: accessory, service: service, characteristic: characteristic)
                }
            }
        }
    }

    /// The part that may not change while `c#` stays the same (HAP-DB-032): everything but `value` and `ev`.
    package var structure: JSON {
        raw.changingMembers(of: "accessories") { accessory in
            accessory.changingMembers(of: "services") { service in
                service.changingMembers(of: "characteristics") { characteristic in
                    guard var object = characteristic.objectValue else { return characteristic }
                    object["value"] = nil
                    object["ev"] = nil
                    return .object(object)
                }
            }
        }
    }
}

extension JSON {
    /// This object with each element of the named array transformed; unchanged if it has no such array.
    fileprivate func changingMembers(of key: String, _ change: (JSON) -> JSON) -> JSON {
        guard var object = objectValue, let elements = object[key]?.arrayValue else { return self }
        object[key] = .array(elements.map(change))
        return .object(object)
    }
}
