import HAPCrypto
import HAPModel

extension Conduct {
    /// The inputs that seal one message: key, nonce and associated data, each after its alteration.
    struct Seal {
        var key: EncryptionKey
        var nonce: AEADNonce
        var aad: [UInt8]
    }

    /// The seal of a stage.
    ///
    /// - Parameter secret: the input of the key derivation; `<stage>.key.source` can use it directly as the key.
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

/// The source of a key, for the points `<stage>.key.source`.
enum KeySource: String, CaseIterable {
    /// HKDF, as the protocol requires.
    case derived
    /// The secret itself, its first 32 bytes.
    case secret
}
