package import HAPController
import HAPCrypto
package import HAPModel
package import SuiteLanguage

/// An accessory's advertisement as documents and the verb `discover` see it.
package struct AdvertisementElement: Sendable {
    /// The advertisement as it was found.
    package let advertisement: Advertisement
    private let payload: PrintedPayload?
    private let earlier: Advertisement?
    private let comparison: AdvertisementComparison?

    /// - Parameters:
    ///   - payload: the setup payload of the label, for comparison with the setup hash.
    ///   - earlier: what the accessory advertised when the run began.
    ///   - comparison: what else the advertisement is compared with.
    package init(
        _ advertisement: Advertisement,
        payload: PrintedPayload?,
        earlier: Advertisement? = nil,
        comparison: AdvertisementComparison? = nil
    ) {
        self.advertisement = advertisement
        self.payload = payload
        self.earlier = earlier
        self.comparison = comparison
    }

    /// The element as documents see it.
    package var json: JSON {
        var object = advertisement.fields
        if let isPaired { object["paired"] = .bool(isPaired) }
        for field in comparison?.fields(of: advertisement).members ?? [] { object[field.key] = field.value }
        if let setupHash { object["setup-hash"] = .string(setupHash) }
        if let changedKeys { object["changed-keys"] = .array(changedKeys.map { .string($0) }) }
        return .object(object)
    }

    /// The keys whose value differs from that at the start of the run, or that only one of both records has.
    private var changedKeys: [String]? {
        guard let earlier = earlier?.fields["txt"]?.objectValue, let now = advertisement.fields["txt"]?.objectValue
        else {
            return nil
        }
        return Set((earlier.members + now.members).map(\.key)).filter { earlier[$0] != now[$0] }.sorted()
    }

    /// Whether the accessory advertises that it is paired; `nil` if the advertisement does not say.
    package var isPaired: Bool? { advertisement.isPaired }

    /// The advertised facts that decide which requirements apply.
    package var facts: AdvertisedFacts {
        AdvertisedFacts(
            featureFlags: advertisement.featureFlags,
            category: advertisement.category,
            hasSetupHash: advertisement.setupHash != nil,
            protocolVersion: advertisement.fields["txt"]?["pv"]?.stringValue
        )
    }

    /// Whether the setup hash matches the setup ID and the Device ID.
    private var setupHash: String? {
        guard let payload, payload.length == 20, let hash = advertisement.setupHash, let id = advertisement.deviceID
        else { return nil }
        let right = Base64.encode(Array(SHA512.hash(Array((payload.setupIDText + id).utf8)).prefix(4)))
        return hash == Array(right.utf8) ? "right" : "wrong"
    }
}
