import HAPController
import HAPCrypto
import HAPModel
import SuiteLanguage

/// What an accessory advertises, as documents and the verb `discover` see it.
struct AdvertisementElement {
    private let advertisement: Advertisement
    private let payload: PrintedPayload?

    /// - Parameter payload: the setup payload of the label, which the setup hash is held against.
    init(_ advertisement: Advertisement, payload: PrintedPayload?) {
        self.advertisement = advertisement
        self.payload = payload
    }

    var json: JSON {
        var object = advertisement.fields
        if let setupHash { object["setup-hash"] = .string(setupHash) }
        return .object(object)
    }

    /// Whether the setup hash is the one that setup ID and Device ID give.
    private var setupHash: String? {
        guard let payload, payload.length == 20, let hash = advertisement.setupHash, let id = advertisement.deviceID
        else { return nil }
        let right = Base64.encode(Array(SHA512.hash(Array((payload.setupIDText + id).utf8)).prefix(4)))
        return hash == Array(right.utf8) ? "right" : "wrong"
    }
}

extension AdvertisedFacts {
    /// What of an advertisement decides which requirements apply.
    init(_ advertisement: Advertisement) {
        self.init(
            featureFlags: advertisement.featureFlags,
            category: advertisement.category,
            hasSetupHash: advertisement.setupHash != nil
        )
    }
}
