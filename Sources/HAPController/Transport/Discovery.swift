package import HAPModel
package import Measurement

/// The result of looking for an accessory's advertisement.
package struct Discovery: Sendable {
    /// What the accessory advertises; `nil` if it was not found in time.
    package var advertisement: Advertisement?
    /// When the last part of the advertisement arrived.
    package var at: Moment?
    /// How many other accessories were seen.
    package var others: Int
    /// Why the transport could not look for the accessory.
    package var failure: String?
    /// The observer's numbers for what was sent and received.
    package var evidence: [UInt64]

    package init(
        advertisement: Advertisement? = nil,
        at: Moment? = nil,
        others: Int = 0,
        failure: String? = nil,
        evidence: [UInt64] = []
    ) {
        self.advertisement = advertisement
        self.at = at
        self.others = others
        self.failure = failure
        self.evidence = evidence
    }
}

/// What an accessory advertises: the parts that every transport has, and the transport's own form.
package struct Advertisement: Sendable {
    /// The name that people see.
    package var name: String
    /// The Device ID as it was sent; `nil` if it is missing.
    package var deviceID: String?
    /// The category; `nil` if it is missing or malformed.
    package var category: UInt64?
    /// The feature flags; 0 if they are missing, `nil` if they are malformed.
    package var featureFlags: UInt64?
    /// The setup hash as it was sent; `nil` if it is missing.
    package var setupHash: [UInt8]?
    /// Whether the accessory says that it is paired; `nil` if that cannot be read.
    package var isPaired: Bool?
    /// Everything that suites see of it, in the transport's own form.
    package var fields: JSONObject

    package init(
        name: String,
        deviceID: String?,
        category: UInt64?,
        featureFlags: UInt64?,
        setupHash: [UInt8]?,
        isPaired: Bool?,
        fields: JSONObject
    ) {
        self.name = name
        self.deviceID = deviceID
        self.category = category
        self.featureFlags = featureFlags
        self.setupHash = setupHash
        self.isPaired = isPaired
        self.fields = fields
    }
}
