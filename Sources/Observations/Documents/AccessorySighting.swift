package import HAPModel

/// What a run saw of an accessory, for comparison with later runs: its identity, the configuration number, and what that counts.
package struct AccessorySighting: Sendable, Hashable {
    /// The accessory's long-term public key in hexadecimal digits. An accessory that was reset has another key, and then
    /// nothing can be compared.
    package var key: String
    /// The Device ID, as in `A1:B2:C3:D4:E5:F6`. It changes only together with the key.
    package var deviceID: String
    /// The advertised configuration number (`c#`).
    package var configurationNumber: UInt64
    /// The Firmware Revision of aid 1; `nil` if it has none.
    package var firmware: String?
    /// The accessory objects, services and characteristics in order: `aid 2`, `2.8 3E`.
    package var structure: [String]

    /// - Parameter key: the long-term public key of the accessory; 32 bytes.
    package init(_ database: AttributeDatabase, configurationNumber: UInt64, deviceID: String, key: [UInt8]) {
        self.key = Hex.encode(key)
        self.deviceID = deviceID
        self.configurationNumber = configurationNumber
        let information = database.accessory(1)?.services.first { $0.type == .accessoryInformation }
        firmware = information?.characteristic(.firmwareRevision)?.value?.stringValue
        structure = []
        for accessory in database.accessories {
            let aid = Self.text(accessory.aid)
            structure.append("aid \(aid)")
            for service in accessory.services {
                structure.append("\(aid).\(Self.text(service.iid)) \(Self.text(service.type, service.typeText))")
                structure += service.characteristics.map {
                    "\(aid).\(Self.text($0.iid)) \(Self.text($0.type, $0.typeText))"
                }
            }
        }
        structure.sort()
    }

    private static func text(_ id: UInt64?) -> String { id.map { "\($0)" } ?? "?" }

    private static func text(_ type: HAPType?, _ sent: String?) -> String { type?.short ?? sent ?? "?" }

    // MARK: Kept in a file

    /// - Returns: `nil` if a member is missing or has another type.
    package init?(_ json: JSON) {
        guard let key = json["key"]?.stringValue, let deviceID = json["device-id"]?.stringValue,
            let number = json["c#"]?.uint64Value, let structure = json["structure"]?.arrayValue
        else { return nil }
        self.key = key
        self.deviceID = deviceID
        configurationNumber = number
        firmware = json["firmware"]?.stringValue
        self.structure = structure.compactMap(\.stringValue)
    }

    package var json: JSON {
        [
            "key": .string(key), "device-id": .string(deviceID), "c#": JSON(configurationNumber),
            "firmware": firmware.map { .string($0) } ?? .null,
            "structure": .array(structure.map { .string($0) }),
        ]
    }
}
