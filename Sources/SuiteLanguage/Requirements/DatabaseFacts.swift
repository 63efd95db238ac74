import HAPModel

/// What conditions ask of an attribute database. Types are short: `D0`.
struct DatabaseFacts {
    private let capabilities: Capabilities

    init(_ capabilities: Capabilities) {
        self.capabilities = capabilities
    }

    private var accessories: [AccessoryObject] { capabilities.database.accessories }
    private var services: [ServiceObject] { accessories.flatMap(\.services) }

    private func isApple(_ service: ServiceObject) -> Bool {
        service.type.map { capabilities.catalogue.service($0) != nil } ?? false
    }

    // MARK: Accessories and services

    var isBridge: Bool { accessories.contains { $0.aid != 1 } }

    func has(_ types: [HAPType]) -> Bool { services.contains { $0.type.map(types.contains) ?? false } }

    /// How many services of these types each accessory has.
    func counts(of types: [String]) -> [Int] {
        accessories.map { $0.services.count { $0.type.map { types.contains($0.short) } ?? false } }
    }

    var mostServices: Int { accessories.map(\.services.count).max() ?? 0 }
    var hasAppleService: Bool { services.contains(where: isApple) }
    var hasPrimary: Bool { services.contains { $0.primary == true } }

    /// Whether an Apple-defined service has a characteristic that its definition does not require.
    var hasExtendedService: Bool {
        services.contains { service in
            guard let entry = service.type.flatMap(capabilities.catalogue.service) else { return false }
            return service.characteristics.contains { $0.type.map { !entry.required.contains($0) } ?? false }
        }
    }

    /// Whether all characteristics of a service are hidden.
    var hasHiddenService: Bool {
        services.contains { service in
            !service.characteristics.isEmpty && service.characteristics.allSatisfy { $0.has(.hidden) }
        }
    }

    /// Whether a service is one that the user sees or operates, or one that is not.
    func hasService(forUsers isForUsers: Bool) -> Bool {
        services.contains { service in
            guard let type = service.type, type != .accessoryInformation else { return false }
            return HAPType.technicalServices.contains(type) != isForUsers
        }
    }

    // MARK: Streams of cameras

    /// Whether Supported RTP Configuration (116) of a service has all these SRTP suites.
    func offers(suites: [UInt64]) -> Bool {
        configurations(0x116).contains { items in
            let offered = items.items.filter { $0.type == 2 }.map(\.value)
            return suites.allSatisfy { suite in offered.contains { $0 == [UInt8(truncatingIfNeeded: suite)] } }
        }
    }

    /// Whether Supported Audio Stream Configuration (115) of a service has this codec.
    func offers(audioCodec codec: UInt64) -> Bool {
        configurations(0x115).contains { items in
            items.items.contains { $0.type == 1 && TLV8(separating: $0.value).integer(1) == codec }
        }
    }

    private func configurations(_ type: UInt32) -> [TLV8] {
        services.compactMap { service in
            service.characteristic(HAPType(type))?.value?.stringValue.flatMap(Base64.decode).map(TLV8.init(separating:))
        }
    }

    // MARK: Links

    var hasLinks: Bool { services.contains { $0.linked?.isEmpty == false } }

    /// Whether a service of the one type links to one of the other.
    func links(from: String, to: String) -> Bool {
        accessories.contains { accessory in
            let origins = accessory.services.filter { $0.type?.short == from }
            let targets = accessory.services.filter { $0.type?.short == to }
            return origins.contains { origin in targets.contains(where: origin.links) }
        }
    }

    /// Whether a service links to one that links to others.
    var hasChain: Bool {
        accessories.contains { accessory in
            let linking = Set(accessory.services.filter { $0.linked?.isEmpty == false }.compactMap(\.iid))
            return accessory.services.contains { $0.linked?.contains(where: linking.contains) ?? false }
        }
    }

    // MARK: Characteristics

    /// Whether one accessory has characteristics of all types.
    func hasAll(_ types: [String]) -> Bool {
        accessories.contains { accessory in
            let present = accessory.services.flatMap(\.characteristics).compactMap { $0.type?.short }
            return types.allSatisfy(present.contains)
        }
    }

    /// Whether a service has both characteristics of one of the pairs: `1D/1E`.
    func hasPair(_ pairs: [String]) -> Bool {
        services.contains { service in
            let present = service.characteristics.compactMap { $0.type?.short }
            return pairs.contains { $0.split(separator: "/").map(String.init).allSatisfy(present.contains) }
        }
    }

    func shows(_ value: String, of type: String) -> Bool {
        capabilities.found.contains {
            $0.characteristic.type?.short == type && $0.characteristic.value?.serialized() == value
        }
    }

    var hasEnumeration: Bool {
        capabilities.found.contains {
            $0.characteristic.type.flatMap(capabilities.catalogue.characteristic)?.validValues?.isEmpty == false
        }
    }

    var hasCustomType: Bool {
        capabilities.found.contains {
            $0.service.type?.isApple == false || $0.characteristic.type?.isApple == false
        }
    }

    var hasTimedWrites: Bool { capabilities.found.contains { $0.characteristic.has(.timedWrite) } }
}
