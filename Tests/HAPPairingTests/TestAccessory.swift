import HAPCrypto
import HAPModel
import HAPPairing
import Testing

/// A minimal accessory core: it stores pairings and counts, and carries out consequences.
struct TestAccessory {
    var pairings: [PairingRecord] = []
    var failures = 0
    var isBusyElsewhere = false
    var backoffSeconds: Int64 = 0
    var verifyingElsewhere = 0
    var hasRoom = true
    var sessions: [(keys: SessionKeys, identifier: [UInt8], isAdmin: Bool)] = []
    var supportsSoftwareAuthentication = false
    var keptSetup: KeptSetup?
    var transientKeys: SessionKeys?
    var isHeld = false
    var hasCrashed = false
    var setup: PairSetupAccessory
    var verify: PairVerifyAccessory
    var list: PairingsAccessory

    static let code = SetupCode("518-08-582")
    static let salt: [UInt8] = Array(0..<16)

    init(
        departures: Departures = .none,
        random: any RandomSource = SeededRandom(seed: 2),
        salt: [UInt8]? = Self.salt
    ) throws {
        let identity = AccessoryIdentity(
            accessoryID: "E1:91:1A:70:85:AA",
            keyPair: Ed25519KeyPair(fitting: SecretBytes([2]))
        )
        let credential = SetupCredential(setupCode: try #require(Self.code), salt: salt)
        setup = PairSetupAccessory(
            identity: identity,
            credential: credential,
            verifier: PairSetupAccessory.verifier(for: credential, departures: departures),
            departures: departures,
            random: random
        )
        verify = PairVerifyAccessory(identity: identity, departures: departures, random: random)
        list = PairingsAccessory(departures: departures, random: random)
    }

    mutating func answerSetup(_ body: [UInt8]) -> PairingReply {
        let context = PairSetupContext(
            isPaired: !pairings.isEmpty,
            failures: failures,
            isBusyElsewhere: isBusyElsewhere,
            backoffSeconds: backoffSeconds,
            hasRoom: hasRoom,
            supportsSoftwareAuthentication: supportsSoftwareAuthentication,
            keptSetup: keptSetup
        )
        return carryOut(setup.receive(body, context: context))
    }

    mutating func answerVerify(_ body: [UInt8]) -> PairingReply {
        let context = PairVerifyContext(
            pairings: pairings,
            verifyingElsewhere: verifyingElsewhere,
            openSessions: sessions.map(\.identifier),
            failures: failures
        )
        return carryOut(verify.receive(body, context: context))
    }

    mutating func answerList(_ body: [UInt8], from controller: [UInt8]?, wasAdmin: Bool = true) -> PairingReply {
        let context = PairingsContext(pairings: pairings, controller: controller, wasAdmin: wasAdmin)
        return carryOut(list.receive(body, context: context))
    }

    private mutating func carryOut(_ reply: PairingReply) -> PairingReply {
        for scheduled in reply.consequences {
            switch scheduled.consequence {
            case .attemptBegan: isHeld = true
            case .attemptEnded: isHeld = false
            case .countFailure: failures += 1
            case .clearFailures: failures = 0
            case .addPairing(let record): pairings.append(record)
            case .updatePairing(let record):
                for index in pairings.indices where pairings[index].identifier == record.identifier {
                    pairings[index] = record
                }
            case .removePairing(let identifier): pairings.removeAll { $0.identifier == identifier }
            case .removeAllPairings: pairings = []
            case .closeSessions(let identifier): sessions.removeAll { $0.identifier == identifier }
            case .sessionEstablished(let keys, let identifier, let isAdmin):
                sessions.append((keys, identifier, isAdmin))
            case .transientSessionEstablished(let keys): transientKeys = keys
            case .keepSetup(let kept): keptSetup = kept
            case .crash: hasCrashed = true
            }
        }
        return reply
    }
}

/// A controller with an accessory, and the result of a procedure between them.
struct PairingPeers {
    var accessory: TestAccessory
    var setup: PairSetupController
    var identity: ControllerIdentity
    var departures: Departures
    /// Departures of the accessory that belong to a scenario, in addition to its other ones.
    var base = Departures.none

    init(
        controller departures: Departures = .none,
        accessory: Departures = .none,
        code: String = "518-08-582",
        method: UInt8 = 0,
        flags: PairSetupFlags? = nil,
        salt: [UInt8]? = TestAccessory.salt,
        seed: UInt64 = 1
    ) throws {
        self.accessory = try TestAccessory(departures: accessory, salt: salt)
        self.accessory.supportsSoftwareAuthentication = flags != nil
        self.departures = departures
        identity = ControllerIdentity(
            pairingID: "5A9C7B16-6D0E-4F4B-8C39-2B1F6B2C9D01",
            keyPair: Ed25519KeyPair(fitting: SecretBytes([1]))
        )
        setup = PairSetupController(
            setupCode: try #require(SetupCode(code)),
            identity: identity,
            method: method,
            flags: flags?.rawValue,
            expectedAccessoryID: "E1:91:1A:70:85:AA",
            departures: departures,
            random: SeededRandom(seed: seed)
        )
    }

    /// Starts a new attempt with other flags of M1, like another controller on another connection.
    mutating func restart(_ flags: PairSetupFlags?, seed: UInt64 = 7) {
        setup = PairSetupController(
            setupCode: setup.setupCode,
            identity: identity,
            flags: flags?.rawValue,
            departures: departures,
            random: SeededRandom(seed: seed)
        )
    }

    /// One request and its answer.
    struct Turn {
        var request: [UInt8]
        var reply: PairingReply
        var answer: PairingAnswer
    }

    /// Sends the requests in turn and decodes each response.
    mutating func pairSetup(_ stages: [PairSetupStage] = [.m1, .m3, .m5]) -> [Turn] {
        stages.map { stage in
            let request = setup.compose(stage)
            let reply = accessory.answerSetup(request)
            let answered = PairSetupStage(rawValue: stage.rawValue + 1) ?? .m6
            return Turn(request: request, reply: reply, answer: setup.receive(answered, reply.body))
        }
    }

    /// Whether the whole of Pair Setup is right.
    mutating func pairsRight() -> Bool {
        pairSetup().allSatisfy { $0.answer.isRight }
    }

    /// The controller's half of a pairing that was created without Pair Setup.
    mutating func pairDirectly(isAdmin: Bool = true) -> AccessoryPairing {
        accessory.pairings.append(
            PairingRecord(
                identifier: Array(identity.pairingID.utf8),
                publicKey: identity.keyPair.publicKey,
                permissions: isAdmin ? 1 : 0
            )
        )
        return AccessoryPairing(
            accessoryID: "E1:91:1A:70:85:AA",
            accessoryLTPK: Ed25519KeyPair(fitting: SecretBytes([2])).publicKey,
            controller: identity,
            isAdmin: isAdmin
        )
    }

    /// Runs Pair Verify; the controller is returned for its keys.
    mutating func pairVerify(
        _ pairing: AccessoryPairing,
        _ stages: [PairVerifyStage] = [.m1, .m3],
        seed: UInt64 = 3
    ) -> (turns: [Turn], controller: PairVerifyController) {
        var controller = PairVerifyController(
            pairing: pairing,
            departures: departures,
            random: SeededRandom(seed: seed)
        )
        let turns = stages.map { stage in
            let request = controller.compose(stage)
            let reply = accessory.answerVerify(request)
            let answered = PairVerifyStage(rawValue: stage.rawValue + 1) ?? .m4
            return Turn(request: request, reply: reply, answer: controller.receive(answered, reply.body))
        }
        return (turns, controller)
    }
}

extension Departures {
    /// One alteration.
    static func altering(_ point: String, _ action: AlterationAction) -> Departures {
        Departures(alterations: [Alteration(point: point, action: action)])
    }

    /// Omitted checks.
    static func skipping(_ checks: PairingGuard...) -> Departures {
        Departures(guards: Dictionary(uniqueKeysWithValues: checks.map { ($0.name, .skip) }))
    }

    /// Both together.
    static func + (left: Departures, right: Departures) -> Departures {
        Departures(
            alterations: left.alterations + right.alterations,
            guards: left.guards.merging(right.guards) { $1 },
            effects: left.effects.merging(right.effects) { $1 },
            constants: left.constants.merging(right.constants) { $1 }
        )
    }
}
