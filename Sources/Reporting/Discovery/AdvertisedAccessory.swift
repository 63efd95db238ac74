package import HAPModel
package import Judge

/// An accessory that multicast DNS shows, as people and programs read it.
package struct AdvertisedAccessory: Sendable, Hashable {
    /// The name that users see.
    package var name: String
    /// The transport over which it advertises itself here.
    package var transport: TransportKind
    /// The addresses with their port, the best one first; over Thread as `coap://HOST:PORT`.
    package var addresses: [String]
    /// The name of its host.
    package var host: String
    /// The Device ID as received; `nil` if it is missing.
    package var deviceID: String?
    /// The category, with its name if it is defined; `nil` if it is missing or malformed.
    package var category: UInt64?
    package var categoryName: String?
    /// Whether it advertises that it is paired; `nil` if the flag is malformed.
    package var isPaired: Bool?
    /// The keys of the TXT record, in its order, with the first value of each; `nil` for a key without a value.
    package var text: [(key: String, value: String?)]
    /// Why a controller cannot connect to it, or cannot tell it from others, as sentences without a full stop.
    package var obstacles: [String]
    /// What is wrong with its records.
    package var findings: [Finding]

    package init(
        name: String,
        transport: TransportKind = .ip,
        addresses: [String],
        host: String,
        deviceID: String?,
        category: UInt64?,
        categoryName: String?,
        isPaired: Bool?,
        text: [(key: String, value: String?)],
        obstacles: [String] = [],
        findings: [Finding]
    ) {
        self.name = name
        self.transport = transport
        self.addresses = addresses
        self.host = host
        self.deviceID = deviceID
        self.category = category
        self.categoryName = categoryName
        self.isPaired = isPaired
        self.text = text
        self.obstacles = obstacles
        self.findings = findings
    }

    /// The value of a key of the TXT record.
    package func value(_ key: String) -> String? { text.first { $0.key.lowercased() == key }?.value }

    /// The accessory for programs.
    package var json: JSON {
        var object: JSONObject = [
            "name": .string(name), "transport": .string(transport.rawValue),
            "addresses": .array(addresses.map { .string($0) }), "host": .string(host),
        ]
        for (key, value) in [("device-id", deviceID), ("model", value("md")), ("config-number", value("c#"))] {
            object[key] = value.map { .string($0) } ?? .null
        }
        object["category"] = category.map { JSON($0) } ?? .null
        object["category-name"] = categoryName.map { .string($0) } ?? .null
        object["paired"] = isPaired.map { .bool($0) } ?? .null
        object["txt"] = .object(
            JSONObject(members: text.map { .init(key: $0.key, value: $0.value.map { .string($0) } ?? .null) })
        )
        object["obstacles"] = .array(obstacles.map { .string($0) })
        object["findings"] = .array(findings.map(\.json))
        return .object(object)
    }

    package static func == (one: AdvertisedAccessory, other: AdvertisedAccessory) -> Bool { one.json == other.json }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
