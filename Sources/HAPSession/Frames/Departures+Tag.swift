import HAPCrypto
import HAPModel

extension Departures {
    /// The text of a peer that does not compare the whole tag: nothing of it, or only its first eight bytes.
    ///
    /// - Returns: `nil` if such a peer rejects the text, too.
    func openCarelessly(_ sealed: [UInt8], key: EncryptionKey, nonce: AEADNonce, aad: [UInt8]) -> [UInt8]? {
        guard sealed.count >= ChaChaPoly.tagLength, skips(.tag) || skips(.tagEnd) else { return nil }
        let plain = ChaChaPoly.openUnchecked(sealed, key: key, nonce: nonce)
        if skips(.tag) { return plain }
        let half = ChaChaPoly.tagLength / 2
        return ChaChaPoly.seal(plain, key: key, nonce: nonce, aad: aad).dropLast(half).elementsEqual(
            sealed.dropLast(half)
        )
            ? plain : nil
    }
}
