/// A key of ChaCha20-Poly1305: always 32 bytes.
package struct EncryptionKey: SecretValue {
    package static let length = 32

    package let secret: SecretBytes

    /// Takes the first 32 bytes, padded with zeros, so that an altered key is still a key.
    package init(_ secret: SecretBytes) {
        guard secret.count != Self.length else {
            self.secret = secret
            return
        }
        self.secret = secret.withPointer { bytes in
            SecretBytes(count: Self.length) { $0.update(from: bytes, count: min(secret.count, Self.length)) }
        }
    }
}
