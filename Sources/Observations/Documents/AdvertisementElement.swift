package import HAPController
import HAPCrypto
package import HAPModel
package import SuiteLanguage

/// What an accessory advertises, as documents and the verb `discover` see it.
package struct AdvertisementElement: Sendable {
    /// The advertisement as it was found.
    package let advertisement: Advertisement
    private let payload: PrintedPayload?

    /// - Parameter payload: the setup payload of the label, which the setup hash is held against.
    package init(_ advertisement: Advertisement, payload: PrintedPayload?) {
        self.advertisement = advertisement
        self.payload = payload
    }

    /// The element as documents see it.
    package var json: JSON {
        var object = advertisement.fields
        if let isPaired { object["paired"] = .bool(isPaired) }
        if let setupHash { object["setup-hash"] = .string(setupHash) }
        return .object(object)
    }

    /// Whether the accessory says that it is paired; `nil` if that cannot be read.
    package var isPaired: Bool? { advertisement.isPaired }

    /// What decides which requirements apply.
    package var facts: AdvertisedFacts {
        AdvertisedFacts(
            featureFlags: advertisement.featureFlags,
            category: advertisement.category,
            hasSetupHash: advertisement.setupHash != nil
        )
    }

    /// Whether the setup hash is the one that setup ID and Device ID give.
    private var setupHash: String? {
        guard let payload, payload.length == 20, let hash = advertisement.setupHash, let id = advertisement.deviceID
        else { return nil }
        let right = Base64.encode(Array(SHA512.hash(Array((payload.setupIDText + id).utf8)).prefix(4)))
        return hash == Array(right.utf8) ? "right" : "wrong"
    }
}
