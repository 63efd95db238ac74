import HAPCrypto
import HAPModel

extension PairingAnswer {
    /// Opens EncryptedData; if the tag is wrong, the facts name the seal that would have fitted, if one is found.
    ///
    /// - Returns: the items inside; `nil` if the tag is wrong.
    mutating func open(
        _ sealed: [UInt8],
        with seal: Conduct.Seal,
        secret: SecretBytes,
        nonces: [NonceLabel]
    ) -> [UInt8]? {
        let plain = ChaChaPoly.open(sealed, key: seal.key, nonce: seal.nonce, aad: seal.aad)
        note("tag-opened", plain != nil, else: "The tag of EncryptedData is wrong")
        let found = plain == nil ? SealDiagnosis(sealed, seal: seal, secret: secret, nonces: nonces) : nil
        facts["sealed-as"] = .string(plain != nil ? "right" : found?.name ?? "unknown")
        // Contents that open with a wrong seal are still decoded, but not stored.
        if let inside = plain ?? found?.plain { self.plain = TLV8(decoding: inside) }
        return plain
    }

    /// The items inside EncryptedData; missing or malformed ones are flaws.
    mutating func readPlain(_ bytes: [UInt8], _ types: [TLVType]) -> [TLVType: [UInt8]] {
        let inside = TLV8(decoding: bytes)
        flaws += inside.deviations.filter(\.kind.losesBytes).map {
            "The items inside EncryptedData are malformed at \($0)"
        }
        var values: [TLVType: [UInt8]] = [:]
        for type in types {
            values[type] = inside[type]
            if values[type] == nil { flaws.append("The item \(type.name) is missing inside EncryptedData") }
        }
        return values
    }

    /// Checks a signature over the parts; the facts name the order of parts for which it is right.
    mutating func judgeSignature(_ signature: [UInt8], by publicKey: [UInt8], parts: [(String, [UInt8])]) {
        let info = parts.flatMap(\.1)
        let isRight = Ed25519.verifies(signature, of: info, by: publicKey)
        note("signature-right", isRight, else: "The accessory's signature is wrong")
        let order =
            isRight
            ? parts
            : Self.permutations(of: parts).first { order in
                Ed25519.verifies(signature, of: order.flatMap(\.1), by: publicKey)
            }
        facts["signed-order"] = .array((order ?? []).map { .string($0.0) })
    }

    /// Compares an identifier with the expected one.
    mutating func noteIdentifier(_ identifier: [UInt8], expected: String?) {
        facts["identifier"] = .string(String(decoding: identifier, as: UTF8.self))
        guard let expected else { return }
        note("identifier-right", identifier == Array(expected.utf8), else: "The identifier is not this accessory's")
    }

    private static func permutations<Part>(of parts: [Part]) -> [[Part]] {
        guard parts.count > 1 else { return [parts] }
        return parts.indices.flatMap { index in
            var rest = parts
            let part = rest.remove(at: index)
            return permutations(of: rest).map { [part] + $0 }
        }
    }
}
