import HAPCrypto
import HAPModel

extension PairVerifyAccessory {
    /// Responds to M3.
    mutating func receiveM3(
        _ intake: inout MessageIntake,
        _ context: PairVerifyContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        let attempt = try attemptForM3()
        intake.alter(.encryptedData, "M3.received.encrypted", with: &conduct.alterer)
        let sealed = intake[.encryptedData] ?? []
        let isLong = sealed.count >= ChaChaPoly.tagLength
        try conduct.requireForSafety(.verifyM3EncryptedLength, isLong, else: Refusal.malformed)
        let seal = conduct.seal("M3", key: attempt.key, from: attempt.sharedSecret.secret, nonce: .pairVerifyM3)
        let opened = ChaChaPoly.open(sealed, key: seal.key, nonce: seal.nonce, aad: seal.aad)
        try conduct.require(.verifyM3Tag, opened != nil, else: .error(.authentication))
        let plain = opened ?? ChaChaPoly.openUnchecked(sealed, key: seal.key, nonce: seal.nonce)
        var items = try readPlain(plain)
        items.alter(.identifier, "M3.plain.received.identifier", with: &conduct.alterer)
        items.alter(.signature, "M3.plain.received.signature", with: &conduct.alterer)
        let (identifier, signature) = (items[.identifier], items[.signature])
        try conduct.require(.verifyM3Items, identifier != nil && signature != nil, else: Refusal.malformed)
        let fits = (signature?.count ?? 64) == Ed25519.signatureLength
        try conduct.require(.verifyM3SignatureLength, fits, else: Refusal.malformed)
        let controller = try controller(identifier ?? [], signature, attempt, context)
        if !controller.isAdmin { try conduct.require(.verifyM3Permissions, true, else: .error(.authentication)) }
        if context.openSessions.contains(controller.identifier) {
            try conduct.require(.verifyM3SecondSession, true, else: .error(.busy))
        }
        let keys = conduct.sessionKeys(from: attempt.sharedSecret, verifyKey: attempt.key)
        reply.consequences += conduct.consequences(
            .verifySession,
            .sessionEstablished(keys, identifier: controller.identifier, isAdmin: controller.isAdmin)
        )
        self.attempt = nil
        var draft = MessageDraft()
        draft.add("state", .state, [4])
        draft.add("error", .error, nil)
        reply.answer(conduct.encode(draft, "M4"))
    }

    private func attemptForM3() throws(Refusal) -> Attempt {
        try conduct.require(.verifyM3Order, attempt != nil, else: Refusal.malformed)
        let nothing = [UInt8](repeating: 0, count: Curve25519KeyPair.keyLength)
        return attempt
            ?? Attempt(
                controllerKey: nothing,
                accessoryKey: nothing,
                sharedSecret: SharedSecret(SecretBytes(nothing)),
                key: SecretBytes(nothing),
                isLowOrder: true
            )
    }

    /// The items inside M3; empty if they are malformed and the check is omitted.
    private func readPlain(_ plain: [UInt8]) throws(Refusal) -> MessageIntake {
        do {
            return try MessageIntake(sealed: plain, with: conduct)
        } catch {
            try conduct.require(.verifyM3Items, false, else: error.answer)
            return MessageIntake()
        }
    }

    /// The pairing that M3 belongs to, according to its signature.
    private mutating func controller(
        _ identifier: [UInt8],
        _ signature: [UInt8]?,
        _ attempt: Attempt,
        _ context: PairVerifyContext
    ) throws(Refusal) -> PairingRecord {
        let matches = IdentifierMatch(
            ignoresCase: conduct.skips(.verifyM3IdentifierCase),
            ignoresLength: conduct.skips(.verifyM3IdentifierLength)
        )
        let known = context.pairings.first { matches(identifier, $0.identifier) }
        try conduct.require(.verifyM3UnknownController, known != nil, else: .error(.authentication))
        guard let known else { return PairingRecord(identifier: identifier, publicKey: [], permissions: 0) }
        if attempt.isLowOrder, conduct.skips(.verifyM3LowOrderBypass) { return known }
        let info = conduct.signedInfo(
            "M3",
            [
                "controller-key": attempt.controllerKey, "identifier": identifier,
                "accessory-key": attempt.accessoryKey,
            ]
        )
        var laxity: Ed25519.Laxity = []
        if conduct.skips(.verifyM3SignatureScalar) { laxity.insert(.unreducedScalar) }
        if conduct.skips(.verifyM3SmallOrder) { laxity.insert(.smallOrder) }
        let keys = conduct.skips(.verifyM3Signer) ? context.pairings.map(\.publicKey) : [known.publicKey]
        let isRight = signature.map { signature in
            keys.contains { Ed25519.verifies(signature, of: info, by: $0, allowing: laxity) }
        }
        let isExempt = !known.isAdmin && conduct.skips(.verifyM3UserSignature)
        try conduct.require(.verifyM3Signature, isExempt || isRight ?? true, else: .error(.authentication))
        return known
    }
}
