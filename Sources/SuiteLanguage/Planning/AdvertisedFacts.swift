/// What an accessory's TXT record tells that decides what applies to it.
package struct AdvertisedFacts: Sendable, Hashable {
    /// `ff`, of which an absent one is 0; `nil` if it is no number.
    package var featureFlags: UInt64?
    /// `ci`; `nil` if it is absent or no number.
    package var category: UInt64?
    /// Whether there is `sh`.
    package var hasSetupHash: Bool

    package init(featureFlags: UInt64?, category: UInt64?, hasSetupHash: Bool) {
        self.featureFlags = featureFlags
        self.category = category
        self.hasSetupHash = hasSetupHash
    }
}
