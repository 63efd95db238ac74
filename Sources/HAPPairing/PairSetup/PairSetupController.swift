package import HAPCrypto
package import HAPModel

/// The controller's side of Pair Setup for a tester: any message at any time, with any alteration.
///
/// Compose and receive in any order. Missing values of earlier responses are replaced by random bytes of the right
/// length, so that a procedure can start in the middle. The caller decides whether to continue:
/// ``PairingAnswer/isRight`` says whether a strict controller would.
package struct PairSetupController: Sendable {
    /// The departures; a change takes effect from the next message, and restarts the count of passes.
    package var departures: Departures {
        didSet { conduct = Conduct(.pairSetup, departures: departures, random: conduct.random) }
    }
    /// The setup code of the next M3.
    package var setupCode: SetupCode
    /// Whether B begins with a zero byte and this controller wants another one, to pair with every implementation.
    package private(set) var wantsRestart = false
    /// The record of the accessory; only after an M6 that is right in every respect.
    package private(set) var result: AccessoryPairing?
    /// The session keys after the right M4 of a transient procedure; `nil` if M2 did not agree to it.
    package private(set) var transientKeys: SessionKeys?

    private let identity: ControllerIdentity
    private let expectedAccessoryID: String?
    private let method: UInt8
    private let flags: UInt32?
    private var conduct: Conduct
    private var accessoryKey: [UInt8]?
    private var salt: [UInt8]?
    private var accessoryFlags: PairSetupFlags = []
    private var exchange: ControllerExchange?
    private var sentProof: [UInt8]?
    /// The identifier and key that M5 sent, or will send: an alteration may have changed the identifier.
    package private(set) var sentIdentity: ControllerIdentity

    /// - Parameters:
    ///   - flags: the Flags item of M1; `nil` omits it.
    ///   - expectedAccessoryID: the discovered Device ID, which M6 must repeat; `nil` accepts any.
    package init(
        setupCode: SetupCode,
        identity: ControllerIdentity,
        method: UInt8 = 0,
        flags: UInt32? = nil,
        expectedAccessoryID: String? = nil,
        departures: Departures = .none,
        random: any RandomSource
    ) {
        self.setupCode = setupCode
        self.identity = identity
        self.method = method
        self.flags = flags
        self.expectedAccessoryID = expectedAccessoryID
        self.departures = departures
        sentIdentity = identity
        conduct = Conduct(.pairSetup, departures: departures, random: random)
    }

    /// The bytes of M1, M3 or M5; `nil` for the accessory's messages, or if a departure drops the message.
    package mutating func compose(_ stage: PairSetupStage) -> [UInt8] {
        switch stage {
        case .m1: composeM1()
        case .m3: composeM3()
        case .m5: composeM5()
        case .m2, .m4, .m6: []
        }
    }

    /// Decodes M2, M4 or M6; a controller's own message is decoded as a wrong response.
    package mutating func receive(_ stage: PairSetupStage, _ bytes: [UInt8]) -> PairingAnswer {
        var answer = PairingAnswer(bytes, expecting: UInt64(stage.rawValue))
        switch stage {
        case .m2: receiveM2(&answer)
        case .m4: receiveM4(&answer)
        case .m6: receiveM6(&answer)
        case .m1, .m3, .m5: break
        }
        return answer
    }

    private mutating func composeM1() -> [UInt8] {
        var draft = MessageDraft()
        draft.add("state", .state, [1])
        draft.add("method", .method, [method])
        draft.add("flags", .flags, flags.map { TLV8.Item(.flags, integer: UInt64($0)).value })
        return conduct.encode(draft, "M1") ?? []
    }

    private mutating func receiveM2(_ answer: inout PairingAnswer) {
        let key = answer.required(.publicKey)
        let salt = answer.required(.salt)
        (accessoryKey, self.salt, exchange, wantsRestart, transientKeys) = (key, salt, nil, false, nil)
        let answered = answer.tlv.integer(.flags)
        accessoryFlags = PairSetupFlags(rawValue: UInt32(truncatingIfNeeded: answered ?? 0))
        if let answered { answer.facts["flags"] = JSON(answered) }
        if let key {
            let group = SRPGroup.hap
            let hasLeadingZero = key.padded(to: group.length).first == 0
            answer.facts["srp.B.length"] = JSON(key.count)
            answer.facts["srp.B.leading-zero"] = .bool(hasLeadingZero)
            answer.note("srp.B.below-modulus", group.isBelowModulus(key), else: "B is not below N")
            if group.isZero(key) { answer.flaws.append("B is 0 modulo N") }
            wantsRestart = wantsAnotherKey(leadingZero: hasLeadingZero)
        }
        if let salt {
            answer.facts["srp.salt.length"] = JSON(salt.count)
            if salt.count != SRP.saltLength { answer.flaws.append("The salt has \(salt.count) bytes, not 16") }
        }
    }

    private func wantsAnotherKey(leadingZero: Bool) -> Bool {
        switch conduct.leadingZeros(.leadingZeroB) {
        // A second M1 would no longer find what a transient procedure kept.
        case .avoid: leadingZero && !conduct.choosesItsNumbers && flagsThatCount != .split
        case .allow: false
        case .want: !leadingZero
        }
    }

    private mutating func composeM3() -> [UInt8] {
        let exchange = makeExchange()
        self.exchange = exchange
        var draft = MessageDraft()
        draft.add("state", .state, [3])
        draft.add("A", .publicKey, made: exchange.controllerKey)
        draft.add("proof", .proof, exchange.proof)
        let message = conduct.encode(draft, "M3") ?? []
        sentProof = TLV8(decoding: message)[.proof]
        return message
    }

    private mutating func makeExchange() -> ControllerExchange {
        let key = accessoryKey ?? conduct.random.bytes(SRPGroup.hap.length)
        let salt = salt ?? conduct.random.bytes(SRP.saltLength)
        let settings = SRPSettings(setupCode: setupCode, salt: salt, wireForm: .padded, with: &conduct)
        return ControllerExchange(accessoryKey: key, settings: settings, with: &conduct)
    }

    private mutating func receiveM4(_ answer: inout PairingAnswer) {
        guard let proof = answer.required(.proof) else { return }
        guard let exchange else {
            answer.note("proof-right", false, else: "The response has a proof, but M3 was never sent")
            return
        }
        let proofs = [exchange.proof] + (sentProof.map { [$0] } ?? [])
        let form = [SRPForm.padded, .stripped].first { form in
            proofs.contains { ConstantTime.areEqual(exchange.answer(form, to: $0), proof) }
        }
        answer.note("proof-right", form != nil, else: "The accessory's proof is wrong")
        if form != nil, isTransient { transientKeys = conduct.transientKeys(from: exchange.sessionKey) }
        answer.facts["srp.leading-zeros"] = .array(exchange.leadingZeros.map(JSON.string))
        guard let form else { return }
        // Forms differ only for a number that begins with a zero byte.
        let forms = exchange.settings.forms
        for (number, name, used) in [
            ("A", "srp.form.A", forms.controllerKeyInProof), ("A", "srp.form.u.A", forms.controllerKeyInScramble),
            ("A", "srp.form.M2", form), ("B", "srp.form.B", forms.accessoryKeyInProof),
            ("B", "srp.form.u.B", forms.accessoryKeyInScramble), ("S", "srp.form.S", forms.secretInSessionKey),
            ("K", "srp.form.K", forms.sessionKey),
        ] {
            let shows = exchange.leadingZeros.contains(number)
            answer.facts[name] = .string(shows ? used.rawValue : "either")
        }
    }

    /// The flags that M1 requests; they have no effect with an authentication coprocessor's method.
    private var flagsThatCount: PairSetupFlags {
        method == 1 ? [] : PairSetupFlags(rawValue: flags ?? 0).intersection(.known)
    }

    /// Whether both sides agree that the procedure is transient; without Split M2 cannot say so.
    private var isTransient: Bool {
        let asked = flagsThatCount
        return asked.contains(.transient) && (!asked.contains(.split) || accessoryFlags.contains(.transient))
    }

    private mutating func composeM5() -> [UInt8] {
        let secret = secret()
        let identifier = conduct.made("M5.identifier", Array(identity.pairingID.utf8))
        let publicKey = conduct.made("M5.public-key", identity.keyPair.publicKey)
        sentIdentity = ControllerIdentity(
            pairingID: String(decoding: identifier.value, as: UTF8.self),
            keyPair: identity.keyPair
        )
        let x = conduct.derive(.iosDeviceX, from: secret).withBytes { $0 }
        let info = conduct.signedInfo("M5", ["x": x, "identifier": identifier.value, "ltpk": publicKey.value])
        var inner = MessageDraft()
        inner.add("identifier", .identifier, from: identifier)
        inner.add("public-key", .publicKey, from: publicKey)
        inner.add("signature", .signature, conduct.signature("M5", of: info, by: identity.keyPair))
        let plain = conduct.encode(inner, "M5.plain") ?? []
        let key = conduct.derive(.pairSetupEncryptKey, from: secret)
        let seal = conduct.seal("M5", key: key, from: secret, nonce: .pairSetupM5)
        var draft = MessageDraft()
        draft.add("state", .state, [5])
        draft.add("encrypted", .encryptedData, conduct.sealed("M5", plain, with: seal))
        return conduct.encode(draft, "M5") ?? []
    }

    private mutating func receiveM6(_ answer: inout PairingAnswer) {
        guard let sealed = answer.required(.encryptedData) else { return }
        let secret = secret()
        let key = conduct.derive(.pairSetupEncryptKey, from: secret)
        let seal = conduct.seal("M6", key: key, from: secret, nonce: .pairSetupM6)
        guard let plain = answer.open(sealed, with: seal, secret: secret, nonces: [.pairSetupM5, .pairSetupM6]) else {
            return
        }
        let items = answer.readPlain(plain, [.identifier, .publicKey, .signature])
        guard let identifier = items[.identifier], let publicKey = items[.publicKey],
            let signature = items[.signature]
        else { return }
        let x = conduct.derive(.accessoryX, from: secret).withBytes { $0 }
        answer.judgeSignature(
            signature,
            by: publicKey,
            parts: [("x", x), ("identifier", identifier), ("ltpk", publicKey)]
        )
        answer.noteIdentifier(identifier, expected: expectedAccessoryID)
        answer.facts["ltpk"] = .string(Hex.encode(publicKey))
        guard answer.isRight else { return }
        result = AccessoryPairing(
            accessoryID: String(decoding: identifier, as: UTF8.self),
            accessoryLTPK: publicKey,
            controller: sentIdentity,
            isAdmin: true
        )
    }

    /// K; without M3, the K of an exchange with random values.
    private mutating func secret() -> SecretBytes {
        if let exchange { return exchange.sessionKey.secret }
        let made = makeExchange()
        exchange = made
        return made.sessionKey.secret
    }
}
