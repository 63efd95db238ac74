import HAPModel
import SuiteLanguage

/// A service of the attribute database as documents see it.
struct ServiceElement {
    let service: ServiceObject
    let links: ServiceLinks
    /// The place of its accessory: `aid 1`.
    let place: String
    let catalogue: Catalogue
    let release: StatedRelease

    /// Its place, in words.
    var ownPlace: String {
        "\(place), service \(Self.name(service, catalogue)) (iid \(service.iid.map { "\($0)" } ?? "?"))"
    }

    var json: JSON {
        let types = Set(service.characteristics.compactMap(\.type))
        let entry = service.type.flatMap { catalogue.service($0) }
        let missing = entry?.missing(from: types) ?? []
        let linked = service.linked ?? []
        let neighbours = links.neighbours(of: service)
        let valves = linked.compactMap(links.service).filter { $0.type == .valve }
        var object = JSONObject([
            "place": .string(ownPlace), "accessory": .string(place), "iid": DatabaseElements.number(service.iid),
            "type": DatabaseElements.short(service.type),
            "type-text": service.typeText.map { .string($0) } ?? .null,
            "name": entry.map { .string($0.name) } ?? .null, "is-apple": .bool(entry != nil),
            "is-for-users": .bool(Self.isForUsers(service, catalogue)),
            "keys": .array(service.raw.keys.map { .string($0) }), "raw": JSON.object(service.raw).withoutBulk,
            "primary": service.raw["primary"] ?? .null, "hidden": service.raw["hidden"] ?? .null,
            "linked": service.raw["linked"] ?? .array([]),
            "linked-types": .array(linked.compactMap(links.service).map { DatabaseElements.short($0.type) }),
            "linked-from-types": .array(links.typesOfSources(of: service).map { .string($0.short) }),
            "linked-valves": JSON(valves.count),
            "valve-labels": .array(valves.map { Self.labelIndex($0)?.value ?? .null }),
            "dangling": .array(linked.filter { links.service($0) == nil }.map { JSON($0) }),
            "characteristic-count": JSON(service.characteristics.count),
            "characteristic-iids": .array(service.characteristics.map { DatabaseElements.number($0.iid) }),
            "characteristic-types": .array(service.characteristics.map { DatabaseElements.short($0.type) }),
            "all-hidden": .bool(
                !service.characteristics.isEmpty && service.characteristics.allSatisfy { $0.has(.hidden) }
            ),
            "missing": .array(missing.map { .string(catalogue.characteristic($0)?.name ?? $0.short) }),
            "release": .string(release.name), "labelled": .bool(neighbours.contains { $0.type == .serviceLabel }),
            "labels": JSON(neighbours.count { Self.labelIndex($0) != nil }),
            "accessory-switch-count": JSON(links.switches),
            "accessory-service-types": .array(links.knownTypes.map { .string($0.short) }),
            "summary": .string(
                "service \(Self.name(service, catalogue)) with \(Spoken.count(service.characteristics.count, "characteristic"))"
            ),
        ])
        addEnumerations(to: &object)
        if let stream = StreamElement(service) { object["stream"] = stream.json }
        if let entry { object["missing-fit"] = .string(entry.fit(types: types).rawValue) }
        return .object(object)
    }

    /// The values of its enumerations, and those that they offer.
    private func addEnumerations(to object: inout JSONObject) {
        var (states, offered) = (JSONObject(), JSONObject())
        for characteristic in service.characteristics {
            guard let type = characteristic.type, let entry = catalogue.characteristic(type) else { continue }
            let check = CatalogueCheck(characteristic, entry)
            guard check.isEnumerated, states[type.short] == nil else { continue }
            states[type.short] = characteristic.value ?? .null
            offered[type.short] = .array(check.offered.map { JSON($0) })
        }
        object["states"] = .object(states)
        object["offered"] = .object(offered)
    }

    // MARK: What a service is

    /// Its Service Label Index (CB).
    static func labelIndex(_ service: ServiceObject) -> CharacteristicObject? {
        service.characteristics.first { $0.type == .serviceLabelIndex }
    }

    static func isForUsers(_ service: ServiceObject, _ catalogue: Catalogue) -> Bool {
        guard let type = service.type, let entry = catalogue.service(type), service.hidden != true else { return false }
        return !HAPType.technicalServices.contains(type) && (entry.required + entry.optional).contains(.name)
    }

    static func name(_ service: ServiceObject, _ catalogue: Catalogue) -> String {
        service.type.flatMap { catalogue.service($0)?.name } ?? service.typeText ?? "?"
    }
}
