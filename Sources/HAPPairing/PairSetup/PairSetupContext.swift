package import HAPModel

/// The accessory's state that Pair Setup needs at the moment of a message.
package struct PairSetupContext: Sendable {
    /// Whether the accessory has a pairing.
    package var isPaired: Bool
    /// The number of failed attempts since the last success or factory reset.
    package var failures: Int
    /// Whether another connection holds Pair Setup now.
    package var isBusyElsewhere: Bool
    /// The number of seconds until the accessory accepts another M1; 0 if it accepts one now.
    package var backoffSeconds: Int64
    /// Whether there is room for a pairing.
    package var hasRoom: Bool
    /// Whether the accessory has software authentication (`ff` bit 1), so that it supports Transient and Split.
    package var supportsSoftwareAuthentication: Bool
    /// What a transient procedure with Split kept for the next one.
    package var keptSetup: KeptSetup?

    package init(
        isPaired: Bool,
        failures: Int = 0,
        isBusyElsewhere: Bool = false,
        backoffSeconds: Int64 = 0,
        hasRoom: Bool = true,
        supportsSoftwareAuthentication: Bool = false,
        keptSetup: KeptSetup? = nil
    ) {
        self.isPaired = isPaired
        self.failures = failures
        self.isBusyElsewhere = isBusyElsewhere
        self.backoffSeconds = backoffSeconds
        self.hasRoom = hasRoom
        self.supportsSoftwareAuthentication = supportsSoftwareAuthentication
        self.keptSetup = keptSetup
    }
}

/// The secret against which an accessory checks a setup code.
package struct SetupCredential: Sendable {
    package var setupCode: SetupCode
    /// The stored salt; `nil` draws one for each attempt, as accessories with a display do.
    package var salt: [UInt8]?

    package init(setupCode: SetupCode, salt: [UInt8]? = nil) {
        self.setupCode = setupCode
        self.salt = salt
    }
}
