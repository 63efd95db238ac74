package import HAPModel
package import Measurement

/// The result of looking for an accessory's advertisement.
package struct Discovery: Sendable {
    /// How long the search goes on if the accessory does not answer: it may not be advertised. A busy network or host answers late, and
    /// a search that ends too early leaves everything about the advertisement without a verdict.
    package static let patience = Duration.seconds(5)

    /// What the accessory advertises; `nil` if it was not found in time.
    package var advertisement: Advertisement?
    /// The arrival time of the advertisement's last part.
    package var at: Moment?
    /// The number of other accessories seen.
    package var others: Int
    /// Why the transport could not search for the accessory.
    package var failure: String?
    /// The observer's numbers for the sent and received messages.
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
    /// The name that users see.
    package var name: String
    /// The Device ID as received; `nil` if it is missing.
    package var deviceID: String?
    /// The category; `nil` if it is missing or malformed.
    package var category: UInt64?
    /// The configuration number; `nil` if it is missing or malformed.
    package var configurationNumber: UInt64?
    /// The feature flags; 0 if they are missing, `nil` if they are malformed.
    package var featureFlags: UInt64?
    /// The setup hash as received; `nil` if it is missing.
    package var setupHash: [UInt8]?
    /// Whether the accessory advertises that it is paired; `nil` if the flag is malformed.
    package var isPaired: Bool?
    /// All fields for suites, in the transport's own form.
    package var fields: JSONObject

    package init(
        name: String,
        deviceID: String?,
        category: UInt64?,
        configurationNumber: UInt64?,
        featureFlags: UInt64?,
        setupHash: [UInt8]?,
        isPaired: Bool?,
        fields: JSONObject
    ) {
        self.name = name
        self.deviceID = deviceID
        self.category = category
        self.configurationNumber = configurationNumber
        self.featureFlags = featureFlags
        self.setupHash = setupHash
        self.isPaired = isPaired
        self.fields = fields
    }
}
