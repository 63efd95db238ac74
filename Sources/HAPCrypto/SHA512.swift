import CSodium

/// SHA-512.
package enum SHA512 {
    /// The 64-byte digest of the concatenated parts.
    package static func hash(_ parts: [UInt8]...) -> [UInt8] {
        var state = start()
        for part in parts {
            crypto_hash_sha512_update(&state, part, UInt64(part.count))
        }
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_BYTES))
        crypto_hash_sha512_final(&state, &digest)
        return digest
    }

    /// The digest of parts that include secrets; the digest is secret too.
    static func secret(_ parts: UnsafeBufferPointer<UInt8>...) -> SecretBytes {
        var state = start()
        for part in parts {
            crypto_hash_sha512_update(&state, part.baseAddress, UInt64(part.count))
        }
        defer { withUnsafeMutableBytes(of: &state) { sodium_memzero($0.baseAddress, $0.count) } }
        return SecretBytes(count: Int(crypto_hash_sha512_BYTES)) {
            _ = crypto_hash_sha512_final(&state, $0)
        }
    }

    private static func start() -> crypto_hash_sha512_state {
        _ = Sodium.isReady
        var state = crypto_hash_sha512_state()
        crypto_hash_sha512_init(&state)
        return state
    }
}
