import DNSWire
import HAPModel

extension Advertisement {
    /// An accessory's advertisement over multicast DNS.
    ///
    /// - Parameter deviations: the deviations of the message that contained it.
    init(_ service: AdvertisedService, deviations: [DNSDeviation]) {
        let text = service.text
        let flags = text["ff"]
        self.init(
            name: String(decoding: service.instance, as: UTF8.self),
            deviceID: text["id"].map { String(decoding: $0, as: UTF8.self) },
            category: Self.number(text["ci"]),
            configurationNumber: Self.number(text["c#"]),
            featureFlags: flags == nil ? 0 : Self.number(flags),
            setupHash: text["sh"],
            // An absent sf counts as 0; a malformed one as unknown.
            isPaired: (text["sf"].map { Self.number($0) } ?? 0).map { $0 & 1 == 0 },
            fields: Self.fields(service, deviations)
        )
    }

    private static func fields(_ service: AdvertisedService, _ deviations: [DNSDeviation]) -> JSONObject {
        let text = service.text
        var object: JSONObject = [
            "place": "the advertisement", "instance": .string(String(decoding: service.instance, as: UTF8.self)),
            "instance-valid": .bool(String(validating: service.instance, as: UTF8.self) != nil),
            "target": .string(service.target.description), "port": JSON(service.port), "txt": values(text),
            "txt-keys": .array(text.entries.map { .string($0.key) }),
            "txt-deviations": .array(text.deviations.map { .string($0) }),
            "message-deviations": .array(deviations.map { .string($0.description) }),
            "summary": .string(summary(text)),
        ]
        for (field, key) in [
            ("config-number", "c#"), ("feature-flags", "ff"), ("state-number", "s#"), ("status-flags", "sf"),
            ("category", "ci"),
        ] {
            if let number = number(text[key]) { object[field] = JSON(number) }
        }
        return object
    }

    /// The strings in words: `c#=1, sf=1`.
    private static func summary(_ text: ServiceText) -> String {
        let strings = text.strings.map { String(decoding: $0, as: UTF8.self) }
        return strings.isEmpty ? "an empty TXT record" : "TXT " + strings.joined(separator: ", ")
    }

    /// Values by key; of repeated keys only the first.
    private static func values(_ text: ServiceText) -> JSON {
        var object = JSONObject()
        for entry in text.entries where object[entry.key.lowercased()] == nil {
            object[entry.key.lowercased()] = entry.value.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
        }
        return .object(object)
    }

    /// A number in decimal, or in hexadecimal with 0x as in an example of R1.
    private static func number(_ value: [UInt8]?) -> UInt64? {
        guard let value else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        let isHexadecimal = text.hasPrefix("0x")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") }) == true else { return nil }
        return UInt64(digits, radix: isHexadecimal ? 16 : 10)
    }
}
