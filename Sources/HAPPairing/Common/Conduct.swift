import HAPCrypto
import HAPModel

/// How one peer carries out one procedure: according to the protocol, plus its departures.
struct Conduct: Sendable {
    let procedure: PairingProcedure
    let departures: Departures
    let random: any RandomSource
    var alterer: Alterer

    init(_ procedure: PairingProcedure, departures: Departures, random: any RandomSource) {
        self.procedure = procedure
        self.departures = departures
        self.random = random
        alterer = Alterer(
            departures,
            procedure: procedure.rawValue,
            random: random,
            aliases: PairingPoint.aliases(of: procedure)
        )
    }

    /// The value of a constant of the peer.
    func constant(_ constant: PairingConstant) -> Int64 {
        departures.constant(constant.name, constant.standard)
    }

    /// Derives a key from a secret with the salt and info of its label, unless alterations change them.
    mutating func derive(_ label: KeyLabel, from secret: SecretBytes) -> SecretBytes {
        let point = "hkdf.\(label.rawValue)"
        guard alterer.touches(anyBeginningWith: point) else { return HKDF.derive(label, from: secret) }
        let salt = alterer.bytes("\(point).salt", label.salt ?? [])
        let info = alterer.bytes("\(point).info", label.info)
        return alterer.secret(
            point,
            HKDF.derive(from: secret, salt: salt, info: info, count: label.length)
        )
    }

    /// The signed parts, concatenated in the given order; each passes its point.
    mutating func signedInfo(_ stage: String, _ parts: KeyValuePairs<String, [UInt8]>) -> [UInt8] {
        let made = parts.map { ($0.key, alterer.bytes("\(stage).signed.\($0.key)", $0.value)) }
        let order = alterer.order("\(stage).signed.order", made.map(\.0))
        let info = order.flatMap { name in made.first { $0.0 == name }?.1 ?? [] }
        return alterer.bytes("\(stage).signed", info)
    }

    /// The signature with the peer's key, or with the key whose seed the alteration `signing-key` sets.
    mutating func signature(_ stage: String, of info: [UInt8], by keyPair: Ed25519KeyPair) -> [UInt8] {
        let point = "\(stage).signing-key"
        let signer =
            alterer.touches(point) ? Ed25519KeyPair(fitting: alterer.secret(point, keyPair.seed)) : keyPair
        let signature = signer.signature(of: info)
        switch alterer.choice("\(stage).signature.scalar", SignatureScalar.reduced) {
        case .reduced: return signature
        case .unreduced: return Ed25519.malleated(signature)
        }
    }

    /// A message's bytes; `nil` if it is dropped.
    mutating func encode(_ draft: MessageDraft, _ stage: String) -> [UInt8]? {
        draft.encoded(stage, fragmentLength: Int(max(1, constant(.fragmentLength))), with: &alterer)
    }
}

/// The scalar S of a signature, for the points `<stage>.signature.scalar`.
enum SignatureScalar: String, CaseIterable {
    /// Below the order L of the group, as required.
    case reduced
    /// S + L, which a check that does not require S < L accepts.
    case unreduced
}
