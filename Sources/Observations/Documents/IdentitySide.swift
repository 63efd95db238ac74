package import HAPController
package import HAPModel

/// What an accessory shows of itself over one of its transports.
package struct IdentitySide: Sendable {
    package let transport: String
    /// The address over this transport.
    let destination: String
    let advertisement: Advertisement?
    let database: AttributeDatabase?
    /// The observation of a pair-verify as the tester; `nil` if the tester has no pairing, or the accessory no connection.
    let verification: JSON?
    /// The numbers of the wire events of the search for the advertisement.
    package let evidence: [UInt64]

    package init(
        transport: String,
        destination: String,
        advertisement: Advertisement?,
        database: AttributeDatabase?,
        verification: JSON?,
        evidence: [UInt64]
    ) {
        self.transport = transport
        self.destination = destination
        self.advertisement = advertisement
        self.database = database
        self.verification = verification
        self.evidence = evidence
    }

    /// The Device IDs that it shows, with upper-case digits: the advertised one, and that of pair-verify.
    var deviceIDs: [String] { [advertisement?.deviceID, pairingIdentifier].compactMap { $0?.uppercased() } }

    /// The identifier in M2 of pair-verify.
    var pairingIdentifier: String? { verification?["facts"]?["identifier"]?.stringValue }

    /// Whether the signature in M2 is right for the long-term key of the tester's pairing.
    var isKeyRight: Bool? { verification?["facts"]?["signature-right"]?.boolValue }

    /// Whether the accessory accepts the tester's pairing.
    var knowsPairing: Bool? {
        guard let verification, verification["answered"]?.boolValue == true else { return nil }
        return verification["reached"]?.stringValue == "M4" && verification["error"]?.stringValue == nil
    }

    /// What a TXT record says under this key.
    private func text(_ key: String) -> String? { advertisement?.fields["txt"]?[key]?.stringValue }

    /// The text of a characteristic of the Accessory Information service.
    func information(_ type: HAPType) -> String? {
        let service = database?.accessory(1)?.services.first { $0.type == .accessoryInformation }
        return service?.characteristics.first { $0.type == type }?.value?.stringValue
    }

    var model: String? { text("md") }
    var stateNumber: String? { text("s#") }

    /// The rows of the identity table: what each of them says over this transport, `nil` if it says nothing.
    private var rows: [(key: String, text: String?)] {
        let aids = database?.accessories.compactMap(\.aid)
        return [
            ("address", destination),
            ("Device ID, advertised", advertisement?.deviceID),
            ("Device ID, pairing", pairingIdentifier),
            ("long-term key", isKeyRight.map { $0 ? "that of the pairing" : "another key" }),
            ("pairing", knowsPairing.map { $0 ? "known" : "unknown" }),
            ("advertised name", advertisement?.name),
            ("category", advertisement?.category.map { "\($0)" }),
            ("model, advertised", model),
            ("setup hash", text("sh")),
            ("feature flags", text("ff")),
            ("paired", advertisement?.isPaired.map { $0 ? "yes" : "no" }),
            ("configuration number", advertisement?.configurationNumber.map { "\($0)" }),
            ("state number", stateNumber),
            ("Name", information(.name)),
            ("Manufacturer", information(.manufacturer)),
            ("Model", information(.model)),
            ("Serial Number", information(.serialNumber)),
            ("Firmware Revision", information(.firmwareRevision)),
            ("Hardware Revision", information(.hardwareRevision)),
            ("accessories (aid)", aids.map { $0.map { "\($0)" }.joined(separator: " ") }),
            ("services", database.map { "\(IdentityDatabase($0).services.count)" }),
            ("characteristics", database.map { "\(IdentityDatabase($0).characteristics.count)" }),
        ]
    }

    /// The side for the identity table.
    package var json: JSON {
        var texts = JSONObject()
        for (key, text) in rows { texts[key] = text.map { .string($0) } ?? .null }
        return ["transport": .string(transport), "shows": .object(texts)]
    }
}
