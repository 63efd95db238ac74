package import HAPController
package import HAPModel

/// How an advertisement relates to the attribute database and to secrets, for the document `advertisement`.
package struct AdvertisementComparison: Sendable {
    private let information: [HAPType: String]
    private let version: String?
    private let primaryService: HAPType?
    private let catalogue: Catalogue
    private let setupCode: SetupCode?
    private let accessoryID: String?
    private let hardware: [UInt8]?

    /// - Parameters:
    ///   - database: the attribute database; fields that need a missing value are left out.
    ///   - setupCode: the setup code, if the run has it.
    ///   - accessoryID: the identifier with which the accessory pairs; `nil` if it is not paired with the tester.
    ///   - hardware: the six bytes of its hardware address; `nil` if the tester does not see it.
    package init(
        _ database: AttributeDatabase,
        catalogue: Catalogue,
        setupCode: SetupCode?,
        accessoryID: String?,
        hardware: [UInt8]?
    ) {
        let services = database.accessory(1)?.services ?? []
        func texts(of type: HAPType) -> [HAPType: String] {
            let characteristics = services.first { $0.type == type }?.characteristics ?? []
            let pairs = characteristics.compactMap { item in
                item.type.flatMap { type in item.value?.stringValue.map { (type, $0) } }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        information = texts(of: .accessoryInformation)
        version = texts(of: .protocolInformation)[.version]
        primaryService = services.first { $0.primary == true }?.type
        self.catalogue = catalogue
        self.setupCode = setupCode
        self.accessoryID = accessoryID
        self.hardware = hardware
    }

    /// The fields of the comparison.
    package func fields(of advertisement: Advertisement) -> JSONObject {
        let text = advertisement.fields["txt"]?.objectValue ?? [:]
        var fields = JSONObject()
        if let name = information[.name] {
            fields["name-characteristic"] = .string(Self.relation(of: advertisement.name, to: name))
        }
        if let model = information[.model], let advertised = text["md"]?.stringValue {
            fields["model-characteristic"] = advertised == model ? "same" : "different"
        }
        if let version {
            let advertised = text["pv"]?.stringValue
            // An absent pv counts as 1.0.
            let isSame = Self.majorAndMinor(of: advertised ?? "1.0") == Self.majorAndMinor(of: version)
            let word = isSame ? "same" : advertised == nil ? "absent" : "different"
            fields["version-characteristic"] = .string(word)
        }
        if let accessoryID, let advertised = advertisement.deviceID {
            fields["pairing-identifier"] = advertised == accessoryID ? "same" : "different"
        }
        if let primary = primaryService(for: advertisement.category) { fields["primary-service"] = .string(primary) }
        if let hardware, let id = advertisement.deviceID {
            let bytes = id.split(separator: ":").compactMap { UInt8($0, radix: 16) }
            fields["hardware-address"] = .string(Self.relation(of: bytes, to: hardware))
        }
        fields["exposes"] = .array(exposed(in: [advertisement.name] + text.members.compactMap(\.value.stringValue)))
        return fields
    }

    /// Whether the primary service is one that accessories of the category have: `same` or `different`; `nil` if the catalogue does
    /// not know one of both, or has no rule for the category.
    private func primaryService(for category: UInt64?) -> String? {
        guard let primaryService, catalogue.service(primaryService) != nil,
            let category = category.flatMap({ catalogue.category($0) }), !category.primaryServices.isEmpty
        else { return nil }
        return category.primaryServices.contains(primaryService) ? "same" : "different"
    }

    /// `same`, `near` if only the last byte differs, by a few, as addresses of one device do, or `different`.
    private static func relation(of id: [UInt8], to hardware: [UInt8]) -> String {
        guard id.count == hardware.count, let last = id.last, let other = hardware.last else { return "different" }
        guard id.dropLast() == hardware.dropLast() else { return "different" }
        if last == other { return "same" }
        return abs(Int(last) - Int(other)) <= nearby ? "near" : "different"
    }

    /// The addresses of a device's interfaces usually follow each other.
    private static let nearby = 4

    /// The first two components; numbers count without leading zeros, because their form is another requirement's.
    private static func majorAndMinor(of version: String) -> [String] {
        version.split(separator: ".", omittingEmptySubsequences: false).prefix(2)
            .map { Int($0).map(String.init) ?? String($0) }
    }

    /// `same`, `suffixed` (`Lamp (2)`, `Lamp-2`, `Lamp A1B2C3`), `respaced` (`Desk_Lamp` for `Desk Lamp`), or `different`.
    ///
    /// The suffix may come from a conflict of names before the run. A name that was too long for it may be cut.
    static func relation(of advertised: String, to name: String) -> String {
        if advertised == name { return "same" }
        let names = [name, name.replacing(" ", with: "_"), name.replacing(" ", with: "-")]
        if names.contains(advertised) { return "respaced" }
        let end = advertised.firstMatch(of: /( \([0-9]+\)|[- ][0-9]+)$/)?.range.lowerBound
        let isSuffixed = names.contains { name in
            [" ", "-", "_", "("].contains { advertised.hasPrefix(name + $0) }
                || end.map { name.hasPrefix(advertised[..<$0]) } == true
        }
        return isSuffixed ? "suffixed" : "different"
    }

    /// The names of the secrets that the texts hold.
    private func exposed(in texts: [String]) -> [JSON] {
        var names: [JSON] = []
        if let setupCode, texts.contains(where: { SharedDigits(setupCode, in: $0).isWhole }) {
            names.append("the setup code")
        }
        // A short serial number occurs elsewhere by chance.
        if let serial = information[.serialNumber], serial.utf8.count >= 6,
            texts.contains(where: { $0.contains(serial) })
        {
            names.append("the Serial Number")
        }
        return names
    }
}
