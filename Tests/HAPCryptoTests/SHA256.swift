import CSodium

/// SHA-256 for digests in the vectors; the protocol itself never uses it.
enum SHA256 {
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        unsafe crypto_hash_sha256(&digest, message, UInt64(message.count))
        return digest
    }
}
