package import HAPCrypto
package import HAPModel

/// The controller's side of Pair Verify for a tester: any message at any time, with any alteration.
///
/// Compose and receive in any order; missing values of M2 are replaced by random bytes. The caller decides whether to
/// continue: ``PairingAnswer/isRight`` says whether a strict controller would.
package struct PairVerifyController: Sendable {
    /// The departures; a change takes effect from the next message, and restarts the count of passes.
    package var departures: Departures {
        didSet { conduct = Conduct(.pairVerify, departures: departures, random: conduct.random) }
    }
    /// The keys of the session; only after an M4 with State 4 and no Error.
    ///
    /// The caller must check whether M2 was right: a tester may continue in any case.
    package private(set) var sessionKeys: SessionKeys?

    private let pairing: AccessoryPairing
    private let method: UInt8?
    private var conduct: Conduct
    private var keyPair: Curve25519KeyPair?
    private var publicKey: MadeValue
    private var accessoryKey: [UInt8]?
    private var agreement: Agreement?

    /// The values derived from both Curve25519 keys.
    private struct Agreement: Sendable {
        var sharedSecret: SharedSecret
        var key: SecretBytes
    }

    /// - Parameter method: a Method item in M1, which does not belong there; `nil` omits it.
    package init(
        pairing: AccessoryPairing,
        method: UInt8? = nil,
        departures: Departures = .none,
        random: any RandomSource
    ) {
        self.pairing = pairing
        self.method = method
        self.departures = departures
        publicKey = MadeValue(value: [], sent: [])
        conduct = Conduct(.pairVerify, departures: departures, random: random)
    }

    /// The bytes of M1 or M3; `nil` for the accessory's messages, or if a departure drops the message.
    package mutating func compose(_ stage: PairVerifyStage) -> [UInt8] {
        switch stage {
        case .m1: composeM1()
        case .m3: composeM3()
        case .m2, .m4: []
        }
    }

    /// Decodes M2 or M4; a controller's own message is decoded as a wrong response.
    package mutating func receive(_ stage: PairVerifyStage, _ bytes: [UInt8]) -> PairingAnswer {
        var answer = PairingAnswer(bytes, expecting: UInt64(stage.rawValue))
        switch stage {
        case .m2: receiveM2(&answer)
        case .m4: receiveM4(answer)
        case .m1, .m3: break
        }
        return answer
    }

    private mutating func composeM1() -> [UInt8] {
        draw()
        var draft = MessageDraft()
        draft.add("state", .state, [1])
        draft.add("method", .method, method.map { [$0] })
        draft.add("public-key", .publicKey, made: publicKey)
        return conduct.encode(draft, "M1") ?? []
    }

    private mutating func draw() {
        let scalar = conduct.random.secret(Curve25519KeyPair.keyLength)
        let pair = Curve25519KeyPair(fitting: conduct.alterer.secret("M1.ephemeral", scalar))
        keyPair = pair
        publicKey = conduct.made("M1.public-key", pair.publicKey)
        (accessoryKey, agreement, sessionKeys) = (nil, nil, nil)
    }

    private mutating func receiveM2(_ answer: inout PairingAnswer) {
        let key = answer.required(.publicKey)
        let sealed = answer.required(.encryptedData)
        guard let key else { return }
        answer.facts["public-key.length"] = JSON(key.count)
        if key.count != Curve25519KeyPair.keyLength {
            answer.flaws.append("The accessory's Curve25519 key has \(key.count) bytes, not 32")
        }
        let agreement = agree(with: key)
        accessoryKey = key
        self.agreement = agreement
        let isStrong = keyPair?.sharedSecret(with: key) != nil
        answer.note("public-key.strong", isStrong, else: "The accessory's Curve25519 key is of low order")
        guard let sealed else { return }
        let seal = conduct.seal("M2", key: agreement.key, from: agreement.sharedSecret.secret, nonce: .pairVerifyM2)
        guard
            let plain = answer.open(
                sealed,
                with: seal,
                secret: agreement.sharedSecret.secret,
                nonces: [.pairVerifyM2, .pairVerifyM3]
            )
        else { return }
        let items = answer.readPlain(plain, [.identifier, .signature])
        guard let identifier = items[.identifier], let signature = items[.signature] else { return }
        answer.noteIdentifier(identifier, expected: pairing.accessoryID)
        answer.judgeSignature(
            signature,
            by: pairing.accessoryLTPK,
            parts: [("accessory-key", key), ("identifier", identifier), ("controller-key", publicKey.value)]
        )
    }

    private mutating func composeM3() -> [UInt8] {
        if keyPair == nil { draw() }
        let accessoryKey = accessoryKey ?? conduct.random.bytes(Curve25519KeyPair.keyLength)
        let agreement = agreement ?? agree(with: accessoryKey)
        self.agreement = agreement
        let identifier = conduct.made("M3.identifier", Array(pairing.controller.pairingID.utf8))
        let info = conduct.signedInfo(
            "M3",
            [
                "controller-key": publicKey.value, "identifier": identifier.value, "accessory-key": accessoryKey,
            ]
        )
        var inner = MessageDraft()
        inner.add("identifier", .identifier, from: identifier)
        inner.add("signature", .signature, conduct.signature("M3", of: info, by: pairing.controller.keyPair))
        let plain = conduct.encode(inner, "M3.plain") ?? []
        let seal = conduct.seal("M3", key: agreement.key, from: agreement.sharedSecret.secret, nonce: .pairVerifyM3)
        var draft = MessageDraft()
        draft.add("state", .state, [3])
        draft.add("encrypted", .encryptedData, conduct.sealed("M3", plain, with: seal))
        return conduct.encode(draft, "M3") ?? []
    }

    private mutating func receiveM4(_ answer: PairingAnswer) {
        sessionKeys = nil
        guard answer.isRight, let agreement else { return }
        sessionKeys = conduct.sessionKeys(from: agreement.sharedSecret, verifyKey: agreement.key)
    }

    private mutating func agree(with key: [UInt8]) -> Agreement {
        let secret =
            keyPair?.uncheckedSharedSecret(with: key).secret
            ?? SecretBytes([UInt8](repeating: 0, count: Curve25519KeyPair.keyLength))
        let shared = SharedSecret(conduct.alterer.secret("shared-secret", secret))
        return Agreement(
            sharedSecret: shared,
            key: conduct.derive(.pairVerifySessionKey, from: shared.secret)
        )
    }
}
