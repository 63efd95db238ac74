import HAPModel

/// States of linked services that may follow each other: an air purifier switches its fan, a valve its irrigation system, and a
/// television its loudspeaker.
struct LinkedStates: Sendable {
    /// On, Active and In Use.
    private static let types: Set<HAPType> = [HAPType(0x25), HAPType(0xB0), HAPType(0xD2)]

    private var groups: [CharacteristicID: Set<CharacteristicID>] = [:]

    init(_ database: AttributeDatabase) {
        for accessory in database.accessories where accessory.services.contains(where: { $0.linked?.isEmpty == false })
        {
            // Looked up once: an accessory that misbehaves may have tens of thousands of services.
            var statesByService: [UInt64: Set<CharacteristicID>] = [:]
            for service in accessory.services {
                if let iid = service.iid { statesByService[iid] = Self.states(of: service, in: accessory) }
            }
            for service in accessory.services {
                guard let states = service.iid.flatMap({ statesByService[$0] }), !states.isEmpty else { continue }
                for linked in service.linked ?? [] {
                    guard let others = statesByService[linked], !others.isEmpty else { continue }
                    for id in states { groups[id, default: []].formUnion(others.union(states)) }
                    for id in others { groups[id, default: []].formUnion(others.union(states)) }
                }
            }
        }
    }

    private static func states(of service: ServiceObject, in accessory: AccessoryObject) -> Set<CharacteristicID> {
        guard let aid = accessory.aid else { return [] }
        return Set(
            service.characteristics.compactMap { characteristic in
                guard characteristic.type.map(types.contains) ?? false else { return nil }
                return characteristic.iid.map { CharacteristicID(aid: aid, iid: $0) }
            }
        )
    }

    /// The characteristics, and those that may change when one of them is written.
    func followers(of ids: Set<CharacteristicID>) -> Set<CharacteristicID> {
        ids.reduce(into: ids) { $0.formUnion(groups[$1] ?? []) }
    }
}
