package import HAPModel

/// What Pair Setup needs to know of the rest of the accessory at the moment of a message.
package struct PairSetupContext: Sendable {
    /// Whether any pairing is stored.
    package var isPaired: Bool
    /// How many attempts have failed since the last success or factory reset.
    package var failures: Int
    /// Whether another connection holds Pair Setup now.
    package var isBusyElsewhere: Bool
    /// Whether a pairing can be stored.
    package var hasRoom: Bool
    /// Whether the accessory has software authentication (`ff` bit 1), so that it knows Transient and Split.
    package var supportsSoftwareAuthentication: Bool
    /// What a transient procedure with Split has left for the next one.
    package var keptSetup: KeptSetup?

    package init(
        isPaired: Bool,
        failures: Int = 0,
        isBusyElsewhere: Bool = false,
        hasRoom: Bool = true,
        supportsSoftwareAuthentication: Bool = false,
        keptSetup: KeptSetup? = nil
    ) {
        self.isPaired = isPaired
        self.failures = failures
        self.isBusyElsewhere = isBusyElsewhere
        self.hasRoom = hasRoom
        self.supportsSoftwareAuthentication = supportsSoftwareAuthentication
        self.keptSetup = keptSetup
    }
}

/// What an accessory checks a setup code against.
package struct SetupCredential: Sendable {
    package var setupCode: SetupCode
    /// The stored salt; `nil` draws one for each attempt, as accessories with a display do.
    package var salt: [UInt8]?

    package init(setupCode: SetupCode, salt: [UInt8]? = nil) {
        self.setupCode = setupCode
        self.salt = salt
    }
}
