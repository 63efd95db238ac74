import COpenSSL
import CSodium

/// Verification of Ed25519 signatures (RFC 8032): strict, or with selected checks omitted.
package enum Ed25519 {
    package static let signatureLength = 64
    package static let publicKeyLength = 32

    /// The checks that a lax verification omits; a strict one makes them all.
    package struct Laxity: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A scalar S that is not below the order of the group.
        package static let unreducedScalar = Laxity(rawValue: 1)
        /// Public keys and points R of small order, for which valid signatures need no secret.
        package static let smallOrder = Laxity(rawValue: 2)
    }

    /// Whether `signature` is a signature of `message` by the owner of `publicKey`.
    ///
    /// A strict check rejects unreduced scalars, points of small order and non-canonical keys.
    package static func verifies(
        _ signature: [UInt8],
        of message: [UInt8],
        by publicKey: [UInt8],
        allowing laxity: Laxity = []
    ) -> Bool {
        guard signature.count == signatureLength, publicKey.count == publicKeyLength else { return false }
        _ = Sodium.isReady
        let signature = laxity.contains(.unreducedScalar) ? reducingScalar(of: signature) : signature
        if laxity.contains(.smallOrder) { return verifiesWithoutOrder(signature, of: message, by: publicKey) }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }

    /// Whether the key is a point of small order (1, 2, 4 or 8), so that signatures for it need no secret.
    package static func hasSmallOrder(_ publicKey: [UInt8]) -> Bool {
        guard publicKey.count == publicKeyLength else { return false }
        _ = Sodium.isReady
        let neutral = [1] + [UInt8](repeating: 0, count: publicKeyLength - 1)
        var point = publicKey
        for _ in 0..<3 {
            var double = [UInt8](repeating: 0, count: publicKeyLength)
            guard crypto_core_ed25519_add(&double, point, point) == 0 else { return false }
            point = double
        }
        return point == neutral
    }

    /// The same signature with its scalar S + L, where L is the group's order: valid only for a lax check.
    package static func malleated(_ signature: [UInt8]) -> [UInt8] {
        guard signature.count == signatureLength else { return signature }
        var carry = 0
        let scalar = zip(signature.suffix(32), order).map { byte, addend in
            carry += Int(byte) + Int(addend)
            defer { carry >>= 8 }
            return UInt8(truncatingIfNeeded: carry)
        }
        return Array(signature.prefix(32)) + scalar
    }

    /// L = 2^252 + 27742317777372353535851937790883648493, least significant byte first.
    private static let order: [UInt8] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]

    private static func reducingScalar(of signature: [UInt8]) -> [UInt8] {
        let wide = Array(signature.suffix(32)) + [UInt8](repeating: 0, count: 32)
        var scalar = [UInt8](repeating: 0, count: 32)
        crypto_core_ed25519_scalar_reduce(&scalar, wide)
        return Array(signature.prefix(32)) + scalar
    }

    /// OpenSSL's check, which ignores the order of the points.
    private static func verifiesWithoutOrder(
        _ signature: [UInt8],
        of message: [UInt8],
        by publicKey: [UInt8]
    ) -> Bool {
        let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
        }
        guard key != nil, context != nil, EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else { return false }
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
