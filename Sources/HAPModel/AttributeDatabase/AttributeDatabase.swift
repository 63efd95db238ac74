/// An accessory's attribute database as the accessory sent it (HAP R1 5.3).
///
/// Reading never fails: what has the wrong type is `nil` in the typed view, stays in ``raw``, and is listed in
/// ``deviations``. Only the form is looked at here; whether ids are unique or values in range is the suites' affair.
package struct AttributeDatabase: Sendable, Hashable {
    /// One way in which the form departs from the protocol, and where.
    package struct Deviation: Sendable, Hashable, CustomStringConvertible {
        /// Where, as in `accessories[0].services[1].iid`; empty for the database itself.
        package let path: String
        /// What is wrong there.
        package let message: String

        package init(path: String, message: String) {
            self.path = path
            self.message = message
        }

        package var description: String { path.isEmpty ? message : "\(path): \(message)" }
    }

    /// One characteristic with what it lies in.
    package struct Place: Sendable, Hashable {
        /// Its id, which other characteristics may wrongly share.
        package let id: CharacteristicID
        /// The accessory object that it lies in.
        package let accessory: AccessoryObject
        /// The service that it lies in.
        package let service: ServiceObject
        /// The characteristic itself.
        package let characteristic: CharacteristicObject
    }

    private struct Index: Sendable, Hashable {
        let accessory: Int
        let service: Int
        let characteristic: Int
    }

    /// What was sent.
    package let raw: JSON
    /// The accessory objects in their order.
    package let accessories: [AccessoryObject]
    /// What departs from the form, in the order of the text.
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

    /// The characteristic with this id and what it lies in; of several, the first.
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

    /// All characteristics that have an id, in their order, those with an id that occurs twice too.
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

    /// What may not change while `c#` stays (HAP-DB-032): all that was sent, without `value` and `ev`.
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
    /// This object with each element of the named array changed; itself, if it has no such array.
    fileprivate func changingMembers(of key: String, _ change: (JSON) -> JSON) -> JSON {
        guard var object = objectValue, let elements = object[key]?.arrayValue else { return self }
        object[key] = .array(elements.map(change))
        return .object(object)
    }
}
