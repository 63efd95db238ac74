import CSodium

/// ChaCha20-Poly1305 (RFC 8439) with a 16-byte tag after the ciphertext.
package enum ChaChaPoly {
    package static let tagLength = 16

    /// The ciphertext of `plain`, and the tag.
    package static func seal(
        _ plain: [UInt8],
        key: EncryptionKey,
        nonce: AEADNonce,
        aad: [UInt8] = []
    ) -> [UInt8] {
        seal(plain[...], key: key, nonce: nonce, aad: aad)
    }

    /// The ciphertext of `plain`, and the tag.
    package static func seal(
        _ plain: ArraySlice<UInt8>,
        key: EncryptionKey,
        nonce: AEADNonce,
        aad: [UInt8] = []
    ) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plain.count + tagLength)
        plain.withUnsafeBufferPointer { plain in
            key.secret.withPointer {
                _ = crypto_aead_chacha20poly1305_ietf_encrypt(
                    &sealed,
                    nil,
                    plain.baseAddress,
                    UInt64(plain.count),
                    aad,
                    UInt64(aad.count),
                    nil,
                    nonce.bytes,
                    $0
                )
            }
        }
        return sealed
    }

    /// The plaintext, or `nil` if the tag is wrong or missing.
    package static func open(
        _ sealed: [UInt8],
        key: EncryptionKey,
        nonce: AEADNonce,
        aad: [UInt8] = []
    ) -> [UInt8]? {
        open(sealed[...], key: key, nonce: nonce, aad: aad)
    }

    /// The plaintext, or `nil` if the tag is wrong or missing.
    package static func open(
        _ sealed: ArraySlice<UInt8>,
        key: EncryptionKey,
        nonce: AEADNonce,
        aad: [UInt8] = []
    ) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        var plain = [UInt8](repeating: 0, count: sealed.count - tagLength)
        let isRight = sealed.withUnsafeBufferPointer { sealed in
            key.secret.withPointer { key in
                guard let start = sealed.baseAddress else { return false }
                return crypto_aead_chacha20poly1305_ietf_decrypt(
                    &plain,
                    nil,
                    nil,
                    start,
                    UInt64(sealed.count),
                    aad,
                    UInt64(aad.count),
                    nonce.bytes,
                    key
                ) == 0
            }
        }
        return isRight ? plain : nil
    }

    /// The plaintext even if the tag is wrong: the result of an accessory that does not check it.
    package static func openUnchecked(_ sealed: [UInt8], key: EncryptionKey, nonce: AEADNonce) -> [UInt8] {
        let text = sealed.dropLast(tagLength)
        var plain = [UInt8](repeating: 0, count: text.count)
        // Block 0 of the stream is the tag's key; the text begins with block 1.
        key.secret.withPointer {
            _ = crypto_stream_chacha20_ietf_xor_ic(&plain, Array(text), UInt64(text.count), nonce.bytes, 1, $0)
        }
        return plain
    }
}
