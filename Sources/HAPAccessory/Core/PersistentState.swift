package import HAPCrypto
package import HAPPairing

/// The state that an accessory keeps over a restart.
package struct PersistentState: Sendable, Equatable {
    /// Six pairs of hexadecimal digits, the accessory's pairing identifier.
    package var deviceID: String
    package var longTermKey: Ed25519KeyPair
    /// The salt of the setup code's verifier; 16 bytes, as long as the code stays the same.
    package var salt: [UInt8]
    package var pairings: [PairingRecord]
    /// Wrong setup codes since the last right one.
    package var failures: Int64
    /// The version of the database that controllers know; it increases with each change (Bonjour `c#`).
    package var configurationNumber: UInt32
    /// A digest of that database without its values; empty before it was first published.
    package var databaseDigest: [UInt8]
    /// The state number of IP is always 1.
    package var stateNumber: UInt32 { 1 }

    package init(
        deviceID: String,
        longTermKey: Ed25519KeyPair,
        salt: [UInt8],
        pairings: [PairingRecord] = [],
        failures: Int64 = 0,
        configurationNumber: UInt32 = 1,
        databaseDigest: [UInt8] = []
    ) {
        self.deviceID = deviceID
        self.longTermKey = longTermKey
        self.salt = salt
        self.pairings = pairings
        self.failures = failures
        self.configurationNumber = configurationNumber
        self.databaseDigest = databaseDigest
    }

    /// The state of a new accessory.
    package init(random: any RandomSource) {
        self.init(
            deviceID: Self.deviceID(random),
            longTermKey: Ed25519KeyPair(fitting: random.secret(Ed25519KeyPair.seedLength)),
            salt: random.bytes(16)
        )
    }

    static func deviceID(_ random: any RandomSource) -> String {
        random.bytes(6).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }

    /// Whether any controller is paired.
    package var isPaired: Bool { !pairings.isEmpty }

    package static func == (left: PersistentState, right: PersistentState) -> Bool {
        left.deviceID == right.deviceID && left.longTermKey.publicKey == right.longTermKey.publicKey
            && left.salt == right.salt && left.pairings == right.pairings && left.failures == right.failures
            && left.configurationNumber == right.configurationNumber && left.databaseDigest == right.databaseDigest
    }
}
