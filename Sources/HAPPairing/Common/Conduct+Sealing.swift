import HAPCrypto
import HAPModel

extension Conduct {
    /// What seals one message: key, nonce and associated data, each after its point.
    struct Seal {
        var key: EncryptionKey
        var nonce: AEADNonce
        var aad: [UInt8]
    }

    /// The seal of a stage.
    ///
    /// - Parameter secret: what the key was derived from; `<stage>.key.source` can name it as the key itself.
    mutating func seal(_ stage: String, key: SecretBytes, from secret: SecretBytes, nonce: NonceLabel) -> Seal {
        let source = alterer.choice("\(stage).key.source", KeySource.derived) == .derived ? key : secret
        return Seal(
            key: EncryptionKey(alterer.secret("\(stage).key", source)),
            nonce: AEADNonce(fitting: alterer.bytes("\(stage).nonce", nonce.bytes)),
            aad: alterer.bytes("\(stage).aad", [])
        )
    }

    /// The EncryptedData of a stage.
    mutating func sealed(_ stage: String, _ plain: [UInt8], with seal: Seal) -> [UInt8] {
        let sealed = ChaChaPoly.seal(plain, key: seal.key, nonce: seal.nonce, aad: seal.aad)
        let text = alterer.bytes("\(stage).sealed.text", Array(sealed.dropLast(ChaChaPoly.tagLength)))
        return text + alterer.bytes("\(stage).sealed.tag", Array(sealed.suffix(ChaChaPoly.tagLength)))
    }
}

/// Where a key comes from, for the points `<stage>.key.source`.
enum KeySource: String, CaseIterable {
    /// HKDF, as the protocol says.
    case derived
    /// The secret itself, its first 32 bytes.
    case secret
}
