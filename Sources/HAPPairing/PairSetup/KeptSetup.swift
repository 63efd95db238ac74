package import HAPCrypto

/// What an accessory keeps of a transient Pair Setup with Split, for the one that continues it.
package struct KeptSetup: Sendable, Equatable {
    package var salt: [UInt8]
    package var verifier: SRPVerifier

    package init(salt: [UInt8], verifier: SRPVerifier) {
        self.salt = salt
        self.verifier = verifier
    }
}
