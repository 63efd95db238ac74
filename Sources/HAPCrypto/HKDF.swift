import CSodium

/// HKDF-SHA-512 (RFC 5869).
package enum HKDF {
    /// The key that `label` derives from `secret`.
    ///
    /// - Parameter salt: for labels whose salt belongs to the session; otherwise the label's own.
    package static func derive(_ label: KeyLabel, from secret: SecretBytes, salt: [UInt8]? = nil) -> SecretBytes {
        derive(from: secret, salt: salt ?? label.salt ?? [], info: label.info, count: label.length)
    }

    /// `count` bytes (at most 255 × 64) from `secret`, `salt` and `info`.
    package static func derive(from secret: SecretBytes, salt: [UInt8], info: [UInt8], count: Int) -> SecretBytes {
        let extracted = secret.withBuffer { authenticate($0, key: salt) }
        return extracted.withBytes { key in
            var output: [UInt8] = []
            var block: [UInt8] = []
            defer {
                Wipe.bytes(&output)
                Wipe.bytes(&block)
            }
            var index: UInt8 = 0
            while output.count < count, index < .max {
                index += 1
                var message = block + info + [index]
                let next = message.withUnsafeBufferPointer { authenticate($0, key: key) }
                Wipe.bytes(&message)
                Wipe.bytes(&block)
                block = next.withBuffer { [UInt8]($0) }
                output += block
            }
            return SecretBytes(output.prefix(count))
        }
    }

    /// HMAC-SHA-512.
    private static func authenticate(_ message: UnsafeBufferPointer<UInt8>, key: [UInt8]) -> SecretBytes {
        _ = Sodium.isReady
        var state = crypto_auth_hmacsha512_state()
        defer { withUnsafeMutableBytes(of: &state) { sodium_memzero($0.baseAddress, $0.count) } }
        crypto_auth_hmacsha512_init(&state, key, key.count)
        crypto_auth_hmacsha512_update(&state, message.baseAddress, UInt64(message.count))
        return SecretBytes(count: Int(crypto_auth_hmacsha512_BYTES)) {
            _ = crypto_auth_hmacsha512_final(&state, $0)
        }
    }
}
