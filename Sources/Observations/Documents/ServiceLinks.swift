import HAPModel

/// The links between the services of one accessory, computed once, because an accessory may send very many services.
struct ServiceLinks {
    private let accessory: AccessoryObject
    /// The position of the service with each iid, and the positions of the services that link to it.
    private var positions: [UInt64: Int] = [:]
    private var origins: [UInt64: [Int]] = [:]
    /// The types of the accessory's services that the catalogue has, without duplicates, and the number of stateless
    /// switches.
    let knownTypes: [HAPType]
    let switches: Int

    init(_ accessory: AccessoryObject, _ catalogue: Catalogue) {
        self.accessory = accessory
        var types: Set<HAPType> = []
        for (position, service) in accessory.services.enumerated() {
            if let type = service.type, catalogue.service(type) != nil { types.insert(type) }
            if let iid = service.iid, positions[iid] == nil { positions[iid] = position }
            for linked in service.linked ?? [] where origins[linked]?.count ?? 0 < Self.mostOrigins {
                origins[linked, default: []].append(position)
            }
        }
        knownTypes = types.sorted { $0.short < $1.short }
        switches = accessory.services.count { $0.type == .statelessProgrammableSwitch }
    }

    /// More services that link to one than any accessory may have: if thousands of services had thousands of neighbours, each look
    /// at the database would take minutes.
    private static let mostOrigins = 256

    /// The service with this iid.
    func service(_ iid: UInt64) -> ServiceObject? { positions[iid].map { accessory.services[$0] } }

    /// The types of the services that link to the service, each once.
    func typesOfSources(of service: ServiceObject) -> [HAPType] {
        let positions = service.iid.flatMap { origins[$0] } ?? []
        return Set(positions.compactMap { accessory.services[$0].type }).sorted { $0.short < $1.short }
    }

    /// The services that the service links to, and those that link to it.
    func neighbours(of service: ServiceObject) -> [ServiceObject] {
        let outward = (service.linked ?? []).compactMap { positions[$0] }
        let inward = service.iid.flatMap { origins[$0] } ?? []
        return Set(outward + inward).sorted().map { accessory.services[$0] }
    }
}
