import CSodium

/// An X25519 key pair (RFC 7748) of one Pair Verify.
package struct Curve25519KeyPair: Sendable {
    package static let keyLength = 32

    private let scalar: SecretBytes
    /// The public half, 32 bytes.
    package let publicKey: [UInt8]

    /// A new key pair.
    package init(random: some RandomSource) {
        self.init(fitting: random.secret(Self.keyLength))
    }

    /// The key pair of a given scalar: the first 32 bytes, padded with zeros.
    package init(fitting scalar: SecretBytes) {
        let scalar = EncryptionKey(scalar).secret
        self.scalar = scalar
        var publicKey = [UInt8](repeating: 0, count: Self.keyLength)
        scalar.withPointer { _ = crypto_scalarmult_base(&publicKey, $0) }
        self.publicKey = publicKey
    }

    /// The shared secret; `nil` if `other` is not 32 bytes, or of low order (the secret would be zero).
    package func sharedSecret(with other: [UInt8]) -> SharedSecret? {
        guard other.count == Self.keyLength else { return nil }
        var agreed = false
        let secret = SecretBytes(count: Self.keyLength) { output in
            scalar.withPointer { agreed = crypto_scalarmult(output, $0, other) == 0 }
        }
        return agreed ? SharedSecret(secret) : nil
    }

    /// The shared secret without checks: zero for a key of low order and for an invalid key.
    package func uncheckedSharedSecret(with other: [UInt8]) -> SharedSecret {
        sharedSecret(with: other) ?? SharedSecret(SecretBytes([UInt8](repeating: 0, count: Self.keyLength)))
    }
}
