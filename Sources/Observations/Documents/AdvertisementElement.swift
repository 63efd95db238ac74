package import DNSWire
package import HAPController
import HAPCrypto
package import HAPModel
package import SuiteLanguage

/// What an accessory advertises, as documents and the verb `discover` see it.
package struct AdvertisementElement: Sendable {
    /// The service as it was found.
    package let service: AdvertisedService
    private let deviations: [DNSDeviation]
    private let payload: PrintedPayload?

    /// - Parameters:
    ///   - deviations: what was off in the message that told of it.
    ///   - payload: the label's payload, for the setup hash.
    package init(service: AdvertisedService, deviations: [DNSDeviation], payload: PrintedPayload?) {
        self.service = service
        self.deviations = deviations
        self.payload = payload
    }

    /// The element as documents see it.
    package var json: JSON {
        var object = JSONObject([
            "place": "the advertisement", "instance": .string(String(decoding: service.instance, as: UTF8.self)),
            "target": .string(service.target.description), "port": JSON(service.port), "txt": txt,
            "txt-keys": .array(service.text.entries.map { .string($0.key) }),
            "txt-deviations": .array(service.text.deviations.map { .string($0) }),
            "message-deviations": .array(deviations.map { .string($0.description) }),
            "summary": .string(summary),
        ])
        for (field, key) in [
            ("config-number", "c#"), ("feature-flags", "ff"), ("state-number", "s#"), ("status-flags", "sf"),
            ("category", "ci"),
        ] {
            if let number = Self.number(service.text[key]) { object[field] = JSON(number) }
        }
        if let isPaired { object["paired"] = .bool(isPaired) }
        if let setupHash { object["setup-hash"] = .string(setupHash) }
        return .object(object)
    }

    /// Whether the accessory says that it is paired; `nil` if it says nothing that can be read.
    package var isPaired: Bool? { statusFlags.map { $0 & 1 == 0 } }

    /// What decides which requirements apply.
    package var facts: AdvertisedFacts {
        let flags = service.text["ff"]
        return AdvertisedFacts(
            featureFlags: flags == nil ? 0 : Self.number(flags),
            category: Self.number(service.text["ci"]),
            hasSetupHash: service.text["sh"] != nil
        )
    }

    /// The strings in words: `c#=1, sf=1`.
    private var summary: String {
        let strings = service.text.strings.map { String(decoding: $0, as: UTF8.self) }
        return strings.isEmpty ? "an empty TXT record" : "TXT " + strings.joined(separator: ", ")
    }

    /// Values by key, of keys that are there twice the first.
    private var txt: JSON {
        var object = JSONObject()
        for entry in service.text.entries where object[entry.key.lowercased()] == nil {
            object[entry.key.lowercased()] = entry.value.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null
        }
        return .object(object)
    }

    /// An absent sf counts as 0; one that is no number says nothing.
    private var statusFlags: UInt64? {
        service.text["sf"].map { Self.number($0) } ?? 0
    }

    /// Whether sh is what setup ID and id make it.
    private var setupHash: String? {
        guard let payload, payload.length == 20, let hash = service.text["sh"], let id = service.text["id"] else {
            return nil
        }
        let right = Base64.encode(Array(SHA512.hash(Array(payload.setupIDText.utf8) + id).prefix(4)))
        return hash == Array(right.utf8) ? "right" : "wrong"
    }

    /// A number in plain decimal, or with 0x in front as in an example of R1.
    private static func number(_ value: [UInt8]?) -> UInt64? {
        guard let value else { return nil }
        let text = String(decoding: value, as: UTF8.self)
        let isHexadecimal = text.hasPrefix("0x")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") }) == true else { return nil }
        return UInt64(digits, radix: isHexadecimal ? 16 : 10)
    }
}
