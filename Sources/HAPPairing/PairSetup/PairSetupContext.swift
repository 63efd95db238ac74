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

    package init(isPaired: Bool, failures: Int = 0, isBusyElsewhere: Bool = false, hasRoom: Bool = true) {
        self.isPaired = isPaired
        self.failures = failures
        self.isBusyElsewhere = isBusyElsewhere
        self.hasRoom = hasRoom
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
