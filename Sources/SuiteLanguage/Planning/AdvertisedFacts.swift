/// The facts of an accessory's TXT record that decide which requirements apply.
package struct AdvertisedFacts: Sendable, Hashable {
    /// `ff`; 0 if it is absent, `nil` if it is malformed.
    package var featureFlags: UInt64?
    /// `ci`; `nil` if it is absent or malformed.
    package var category: UInt64?
    /// Whether it has `sh`.
    package var hasSetupHash: Bool

    /// `pv`; `nil` if it is absent.
    package var protocolVersion: String?

    package init(featureFlags: UInt64?, category: UInt64?, hasSetupHash: Bool, protocolVersion: String?) {
        self.featureFlags = featureFlags
        self.category = category
        self.hasSetupHash = hasSetupHash
        self.protocolVersion = protocolVersion
    }
}
