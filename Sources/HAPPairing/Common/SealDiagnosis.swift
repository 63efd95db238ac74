import HAPCrypto
import HAPModel

/// The wrong seal of a message, if it is one of the usual mistakes.
struct SealDiagnosis {
    /// `nonce:PS-Msg05`, `nonce:right-padded`, `key:secret`, `aad:label`, `tag:12`, or two of them with a `+` between.
    let name: String
    let plain: [UInt8]

    /// Searches for a seal that opens what the right one does not open; `nil` if none fits.
    init?(_ sealed: [UInt8], seal: Conduct.Seal, secret: SecretBytes, nonces: [NonceLabel]) {
        let keys = [("", seal.key), ("key:secret", EncryptionKey(secret))]
        let right = seal.nonce.bytes.suffix(8)
        let others =
            [
                ("", seal.nonce), ("nonce:right-padded", AEADNonce(fitting: right + [0, 0, 0, 0])),
                ("nonce:zero", AEADNonce(fitting: [])),
            ] + nonces.map { ("nonce:\($0.rawValue)", AEADNonce($0)) }
        let associated: [(String, [UInt8])] = [("", seal.aad), ("aad:label", Array(right))]
        for (key, nonce, aad) in Self.combinations(keys, others, associated) {
            guard let plain = ChaChaPoly.open(sealed, key: key.1, nonce: nonce.1, aad: aad.1) else { continue }
            self.init(name: [key.0, nonce.0, aad.0].filter { !$0.isEmpty }.joined(separator: "+"), plain: plain)
            return
        }
        self.init(shortTag: sealed, seal: seal)
    }

    private init(name: String, plain: [UInt8]) {
        self.name = name
        self.plain = plain
    }

    /// A truncated tag: the plaintext, sealed again, begins with all received bytes.
    private init?(shortTag sealed: [UInt8], seal: Conduct.Seal) {
        for length in (4..<ChaChaPoly.tagLength).reversed() where sealed.count >= length {
            let filled = sealed + [UInt8](repeating: 0, count: ChaChaPoly.tagLength - length)
            let plain = ChaChaPoly.openUnchecked(filled, key: seal.key, nonce: seal.nonce)
            let again = ChaChaPoly.seal(plain, key: seal.key, nonce: seal.nonce, aad: seal.aad)
            if again.starts(with: sealed) {
                self.init(name: "tag:\(length)", plain: plain)
                return
            }
        }
        return nil
    }

    private static func combinations<A, B, C>(_ first: [A], _ second: [B], _ third: [C]) -> [(A, B, C)] {
        first.flatMap { a in second.flatMap { b in third.map { (a, b, $0) } } }
    }
}
