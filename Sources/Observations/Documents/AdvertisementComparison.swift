package import HAPController
package import HAPModel

/// How an advertisement relates to the attribute database and to secrets, for the document `advertisement`.
package struct AdvertisementComparison: Sendable {
    private let information: [HAPType: String]
    private let version: String?
    private let setupCode: SetupCode?

    /// - Parameters:
    ///   - database: the attribute database; fields that need a missing value are left out.
    ///   - setupCode: the setup code, if the run has it.
    package init(_ database: AttributeDatabase, setupCode: SetupCode?) {
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
        self.setupCode = setupCode
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
        fields["exposes"] = .array(exposed(in: [advertisement.name] + text.members.compactMap(\.value.stringValue)))
        return fields
    }

    /// The first two components; numbers count without leading zeros, because their form is another requirement's.
    private static func majorAndMinor(of version: String) -> [String] {
        version.split(separator: ".", omittingEmptySubsequences: false).prefix(2)
            .map { Int($0).map(String.init) ?? String($0) }
    }

    /// `same`, `suffixed` (`Lamp (2)`, `Lamp-2`, `Lamp A1B2C3`), or `different`.
    ///
    /// The suffix may come from a conflict of names before the run. A name that was too long for it may be cut.
    private static func relation(of advertised: String, to name: String) -> String {
        if advertised == name { return "same" }
        let isNumbered = advertised.firstMatch(of: /( \([0-9]+\)|[- ][0-9]+)$/).map {
            name.hasPrefix(advertised[..<$0.range.lowerBound])
        }
        let isSuffixed = [" ", "-", "_", "("].contains { advertised.hasPrefix(name + $0) }
        return isSuffixed || isNumbered == true ? "suffixed" : "different"
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
