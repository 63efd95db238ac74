import CSodium

/// A long-term Ed25519 key pair: LTSK and LTPK.
package struct Ed25519KeyPair: Sendable {
    package static let seedLength = 32

    /// The 32-byte seed; only the ledger stores it.
    package let seed: SecretBytes
    /// The public half (LTPK), 32 bytes.
    package let publicKey: [UInt8]
    private let secretKey: SecretBytes

    /// A new key pair.
    package init(random: some RandomSource) {
        self.init(fitting: random.secret(Self.seedLength))
    }

    /// The key pair of a stored seed; `nil` if it is not 32 bytes.
    package init?(seed: SecretBytes) {
        guard seed.count == Self.seedLength else { return nil }
        self.init(fitting: seed)
    }

    /// The key pair of any seed: the first 32 bytes, padded with zeros.
    package init(fitting seed: SecretBytes) {
        let seed = EncryptionKey(seed).secret
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        secretKey = SecretBytes(count: Int(crypto_sign_SECRETKEYBYTES)) { secretKey in
            seed.withPointer { _ = crypto_sign_seed_keypair(&publicKey, secretKey, $0) }
        }
        self.seed = seed
        self.publicKey = publicKey
    }

    /// The 64-byte signature of `message`.
    package func signature(of message: [UInt8]) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Ed25519.signatureLength)
        secretKey.withPointer { _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), $0) }
        return signature
    }
}
