package import HAPCrypto
package import HAPModel

/// The accessory's side of Pair Setup on one connection, as in Apple's reference without coprocessor.
///
/// A value without clock or store: each message comes with its context, each response with its
/// consequences. The accessory's core keeps one value for each connection.
package struct PairSetupAccessory: Sendable {
    enum State: Sendable {
        case idle
        case sentM2(AccessoryExchange)
        case sentM4(SRPSessionKey)
    }

    /// Whether an attempt is in progress on this connection.
    package var isInProgress: Bool {
        if case .idle = state { false } else { true }
    }

    let identity: AccessoryIdentity
    let credential: SetupCredential
    let verifier: SRPVerifier?
    var conduct: Conduct
    var state = State.idle
    /// The effective flags of the attempt's M1.
    var flags: PairSetupFlags = []

    /// - Parameter verifier: the verifier of the credential's code and salt, to save its computation (see
    ///   ``verifier(for:departures:)``).
    package init(
        identity: AccessoryIdentity,
        credential: SetupCredential,
        verifier: SRPVerifier? = nil,
        departures: Departures = .none,
        random: any RandomSource
    ) {
        self.identity = identity
        self.credential = credential
        self.verifier = verifier
        conduct = Conduct(.pairSetup, departures: departures, random: random)
    }

    /// The verifier that an accessory with a fixed code stores; `nil` if it must be computed for each attempt.
    package static func verifier(for credential: SetupCredential, departures: Departures = .none) -> SRPVerifier? {
        guard let salt = credential.salt,
            !departures.alterations.contains(where: { alteration in
                SRPSettings.verifierPoints.contains { alteration.point.hasSuffix($0) }
            })
        else { return nil }
        let password = credential.setupCode.withText { SecretBytes($0.utf8) }
        return SRP.verifier(SRP.privateKey(salt: salt, user: SRP.user, password: password), group: .hap)
    }

    /// Responds to the body of a request.
    package mutating func receive(_ body: [UInt8], context: PairSetupContext) -> PairingReply {
        var reply = PairingReply()
        let expected = expectedStage
        var stage = expected
        do throws(Refusal) {
            var intake = try MessageIntake(conduct.alterer.bytes("\(expected.name).received", body), with: conduct)
            intake.alter(.state, "\(expected.name).received.state", with: &conduct.alterer)
            stage = try readStage(intake, expected: expected)
            switch stage {
            case .m1: try receiveM1(&intake, context, &reply)
            case .m3: try receiveM3(&intake, context, &reply)
            default: try receiveM5(&intake, context, &reply)
            }
        } catch {
            refuse(stage, error, &reply)
        }
        return reply
    }

    /// Discards the attempt, because another connection took over Pair Setup or completed the pairing.
    package mutating func abandon() {
        state = .idle
    }

    private var expectedStage: PairSetupStage {
        switch state {
        case .idle: .m1
        case .sentM2: .m3
        case .sentM4: .m5
        }
    }

    /// The stage in State; if State is invalid and the check is omitted, the expected stage.
    private func readStage(_ intake: MessageIntake, expected: PairSetupStage) throws(Refusal) -> PairSetupStage {
        let value = intake[.state]
        if value?.count == 1, let number = value?.first, let named = PairSetupStage(rawValue: Int(number)),
            named.isRequest
        {
            return named
        }
        let check: PairingGuard =
            switch expected {
            case .m3: .setupM3State
            case .m5: .setupM5State
            default: .setupM1State
            }
        try conduct.require(check, false, else: Refusal.malformed)
        return expected
    }

    /// Responds with the refusal and returns to the state before M1.
    private mutating func refuse(_ stage: PairSetupStage, _ refusal: Refusal, _ reply: inout PairingReply) {
        reply.refuse(refusal, state: UInt8(stage.rawValue + 1), with: &conduct)
        guard conduct.happens(.setupReset) else { return }
        if isInProgress { reply.consequences += conduct.consequences(.setupEnd, .attemptEnded) }
        state = .idle
    }
}
