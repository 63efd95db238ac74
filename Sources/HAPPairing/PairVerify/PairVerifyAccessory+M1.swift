import HAPCrypto
import HAPModel

extension PairVerifyAccessory {
    /// Responds to M1.
    mutating func receiveM1(
        _ intake: inout MessageIntake,
        _ context: PairVerifyContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        intake.alter(.method, "M1.received.method", with: &conduct.alterer)
        intake.alter(.publicKey, "M1.received.public-key", with: &conduct.alterer)
        if isInProgress { try conduct.require(.verifyM1Restart, true, else: Refusal.malformed) }
        if context.verifyingElsewhere > 0 { try conduct.require(.verifyM1Parallel, true, else: .error(.busy)) }
        if context.verifyingElsewhere > 2 { try conduct.require(.verifyM1Crowd, true, else: .error(.busy)) }
        if Int64(context.failures) >= conduct.departures.constant(PairingConstant.maxTries.name, 100) {
            try conduct.require(.verifyM1LockOut, true, else: .error(.maxTries))
        }
        let key = intake[.publicKey]
        if intake[.method] == [6], conduct.skips(.verifyM1Resume) {
            reply.answer(composeResumption())
            return
        }
        try conduct.require(.verifyM1Method, intake[.method] == nil, else: Refusal.malformed)
        let length = Curve25519KeyPair.keyLength
        try conduct.require(.verifyM1KeyLength, key?.count == length, else: Refusal.malformed)
        let controllerKey = Array(((key ?? []) + [UInt8](repeating: 0, count: length)).prefix(length))
        let scalar = conduct.random.secret(length)
        let pair = Curve25519KeyPair(fitting: conduct.alterer.secret("M2.ephemeral", scalar))
        let agreed = pair.sharedSecret(with: controllerKey)
        try conduct.require(.verifyM1LowOrder, agreed != nil, else: Refusal.malformed)
        let accessoryKey = conduct.made("M2.public-key", pair.publicKey)
        let secret = agreed ?? pair.uncheckedSharedSecret(with: controllerKey)
        let shared = SharedSecret(conduct.alterer.secret("shared-secret", secret.secret))
        let attempt = Attempt(
            controllerKey: controllerKey,
            accessoryKey: accessoryKey.value,
            sharedSecret: shared,
            key: conduct.derive(.pairVerifySessionKey, from: shared.secret),
            isLowOrder: agreed == nil
        )
        self.attempt = attempt
        reply.answer(composeM2(attempt, accessoryKey))
    }

    private mutating func composeM2(_ attempt: Attempt, _ accessoryKey: MadeValue) -> [UInt8]? {
        let identifier = conduct.made("M2.identifier", Array(identity.accessoryID.utf8))
        let info = conduct.signedInfo(
            "M2",
            [
                "accessory-key": accessoryKey.value, "identifier": identifier.value,
                "controller-key": attempt.controllerKey,
            ]
        )
        var inner = MessageDraft()
        inner.add("identifier", .identifier, from: identifier)
        inner.add("signature", .signature, conduct.signature("M2", of: info, by: identity.keyPair))
        let plain = conduct.encode(inner, "M2.plain") ?? []
        let seal = conduct.seal("M2", key: attempt.key, from: attempt.sharedSecret.secret, nonce: .pairVerifyM2)
        var draft = MessageDraft()
        draft.add("state", .state, [2])
        draft.add("public-key", .publicKey, made: accessoryKey)
        draft.add("encrypted", .encryptedData, conduct.sealed("M2", plain, with: seal))
        draft.add("error", .error, nil)
        return conduct.encode(draft, "M2")
    }

    /// The response of an accessory that accepts Pair Resume over IP, although it has no session to resume.
    private mutating func composeResumption() -> [UInt8]? {
        let key = EncryptionKey(conduct.random.secret(EncryptionKey.length))
        var draft = MessageDraft()
        draft.add("state", .state, [2])
        draft.add("method", .method, [6])
        draft.add("session-id", .sessionID, conduct.random.bytes(8))
        draft.add("encrypted", .encryptedData, ChaChaPoly.seal([], key: key, nonce: AEADNonce(.pairResumeM2)))
        return conduct.encode(draft, "M2")
    }
}
