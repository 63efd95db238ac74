import HAPCrypto
import HAPModel

extension PairSetupAccessory {
    /// Responds to M5.
    mutating func receiveM5(
        _ intake: inout MessageIntake,
        _ context: PairSetupContext,
        _ reply: inout PairingReply
    ) throws(Refusal) {
        let secret = try secretForM5()
        try conduct.require(.setupM5Holder, !context.isBusyElsewhere, else: Refusal.malformed)
        try conduct.require(.setupM5Paired, !context.isPaired, else: .error(.unavailable))
        intake.alter(.encryptedData, "M5.received.encrypted", with: &conduct.alterer)
        let sealed = intake[.encryptedData] ?? []
        let isLong = sealed.count >= ChaChaPoly.tagLength
        try conduct.requireForSafety(.setupM5EncryptedLength, isLong, else: Refusal.malformed)
        let key = conduct.derive(.pairSetupEncryptKey, from: secret)
        let seal = conduct.seal("M5", key: key, from: secret, nonce: .pairSetupM5)
        let opened = ChaChaPoly.open(sealed, key: seal.key, nonce: seal.nonce, aad: seal.aad)
        try conduct.require(.setupM5Tag, opened != nil, else: .error(.authentication))
        let plain = opened ?? ChaChaPoly.openUnchecked(sealed, key: seal.key, nonce: seal.nonce)
        let record = try recordFromM5(plain, secret)
        try conduct.require(.setupM5MaxPeers, context.hasRoom, else: .error(.maxPeers))
        reply.consequences += conduct.consequences(.setupStore, .addPairing(stored(record)))
        reply.answer(composeM6(key: key, secret))
        reply.consequences += conduct.consequences(.setupEnd, .attemptEnded)
        state = .idle
    }

    private func secretForM5() throws(Refusal) -> SecretBytes {
        if case .sentM4(let key) = state {
            try conduct.require(.setupM5Order, true, else: Refusal.malformed)
            return key.secret
        }
        try conduct.require(.setupM5Order, false, else: Refusal.malformed)
        return SecretBytes([UInt8](repeating: 0, count: SRPSessionKey.length))
    }

    /// The pairing that the items inside M5 request.
    private mutating func recordFromM5(_ plain: [UInt8], _ secret: SecretBytes) throws(Refusal) -> PairingRecord {
        var items = try readPlain(plain)
        for (type, name) in [
            (TLVType.identifier, "identifier"), (.publicKey, "public-key"), (.signature, "signature"),
        ] {
            items.alter(type, "M5.plain.received.\(name)", with: &conduct.alterer)
        }
        let (identifier, publicKey) = (items[.identifier], items[.publicKey])
        let signature = items[.signature]
        let isComplete = identifier != nil && publicKey != nil && signature != nil
        try conduct.require(.setupM5Items, isComplete, else: Refusal.malformed)
        let record = PairingRecord(
            identifier: identifier ?? [],
            publicKey: publicKey ?? [],
            permissions: UInt8(truncatingIfNeeded: conduct.constant(.setupPermissions))
        )
        let keyFits = record.publicKey.count == Ed25519.publicKeyLength
        try conduct.require(.setupM5KeyLength, keyFits, else: Refusal.malformed)
        let signatureFits = (signature?.count ?? 64) == Ed25519.signatureLength
        try conduct.require(.setupM5SignatureLength, signatureFits, else: Refusal.malformed)
        let identifierFits = Int64(record.identifier.count) <= conduct.constant(.maxIdentifierLength)
        try conduct.require(.setupM5IdentifierLength, identifierFits, else: Refusal.malformed)
        try conduct.require(.setupM5IdentifierEmpty, !record.identifier.isEmpty, else: Refusal.malformed)
        let isSmall = Ed25519.hasSmallOrder(record.publicKey)
        try conduct.require(.setupM5SmallOrder, !isSmall, else: .error(.authentication))
        let x = conduct.derive(.iosDeviceX, from: secret).withBytes { $0 }
        let info = conduct.signedInfo("M5", ["x": x, "identifier": record.identifier, "ltpk": record.publicKey])
        let laxity: Ed25519.Laxity = conduct.skips(.setupM5SmallOrder) ? .smallOrder : []
        let isRight = signature.map {
            Ed25519.verifies($0, of: info, by: record.publicKey, allowing: laxity)
        }
        try conduct.require(.setupM5Signature, isRight ?? true, else: .error(.authentication))
        return record
    }

    /// The items inside M5; empty if they are malformed and the check is omitted.
    private func readPlain(_ plain: [UInt8]) throws(Refusal) -> MessageIntake {
        do {
            return try MessageIntake(sealed: plain, with: conduct)
        } catch {
            try conduct.require(.setupM5Items, false, else: error.answer)
            return MessageIntake()
        }
    }

    private mutating func stored(_ record: PairingRecord) -> PairingRecord {
        conduct.stored("M5", record)
    }

    private mutating func composeM6(key: SecretBytes, _ secret: SecretBytes) -> [UInt8]? {
        let identifier = conduct.made("M6.identifier", Array(identity.accessoryID.utf8))
        let publicKey = conduct.made("M6.public-key", identity.keyPair.publicKey)
        let x = conduct.derive(.accessoryX, from: secret).withBytes { $0 }
        let info = conduct.signedInfo("M6", ["x": x, "identifier": identifier.value, "ltpk": publicKey.value])
        var inner = MessageDraft()
        inner.add("identifier", .identifier, from: identifier)
        inner.add("public-key", .publicKey, from: publicKey)
        inner.add("signature", .signature, conduct.signature("M6", of: info, by: identity.keyPair))
        let plain = conduct.encode(inner, "M6.plain") ?? []
        let seal = conduct.seal("M6", key: key, from: secret, nonce: .pairSetupM6)
        var draft = MessageDraft()
        draft.add("state", .state, [6])
        draft.add("encrypted", .encryptedData, conduct.sealed("M6", plain, with: seal))
        draft.add("error", .error, nil)
        return conduct.encode(draft, "M6")
    }
}
