import HAPCrypto
import HAPModel
import HAPPairing
import Testing

/// A sequence of messages with an accessory that may have departures, to find out what a departure changes.
struct Scenario: Sendable {
    var name: String
    /// All actions of the accessory, without the check that rejected, since the wire does not show it.
    var run: @Sendable (Departures) throws -> [PairingReply]

    static let all: [Scenario] = setup + verify + pairings

    /// A group in which a computation takes no time, and in which numbers often begin with a zero byte.
    static let smallGroup =
        Departures.altering("srp.N", .set([1] + [UInt8](repeating: 0x5b, count: 16)))
        + Departures(constants: ["srp.leading-zero.A": 1, "srp.leading-zero.S": 1, "srp.leading-zero.K": 1])

    /// A public key of small order, and the signature that holds for it without any secret.
    static let smallKey: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
    static let smallSignature = smallKey + [UInt8](repeating: 0, count: 32)

    // MARK: Pair Setup

    private static let setup: [Scenario] =
        PairSetupRefusalTests.rows.map { row in
            pairSetup("\(row.point) \(row.action)", .altering(row.point, row.action))
        } + [
            pairSetup("clean"), pairSetup("M3 first", stages: [.m3, .m5]), pairSetup("M5 first", stages: [.m5]),
            pairSetup("M5 after M2", stages: [.m1, .m5]), pairSetup("restart", stages: [.m1, .m1, .m3, .m5]),
            pairSetup("a second try for one B", .altering("srp.code", .text("000-00-001")), stages: [.m1, .m3, .m3]),
            pairSetup("unknown items", .altering("M1.extra", .set([0xfe, 1, 1]))),
            pairSetup("a full fragment", .altering("M1.extra", .set([0xfe, 255] + [UInt8](repeating: 1, count: 255)))),
            pairSetup("unknown flags", .altering("M1.flags", .set([1]))),
            pairSetup("a separator", .altering("M3.extra", .set([0xff, 0]))),
            pairSetup("another order", .altering("M1.order", .reverse)),
            pairSetup("unknown items inside", .altering("M5.plain.extra", .set([0xfe, 1, 1]))),
            pairSetup("another order inside", .altering("M5.plain.order", .reverse)),
            pairSetup("unknown fragments", .altering("M1.extra", .set(longItem))),
            pairSetup("M5 State", .altering("M5.state", .set([7]))),
            pairSetup("M1 twice State", .altering("M1.order", .order(["state", "method", "state"]))),
            pairSetup(
                "forged small order",
                .altering("M5.public-key", .set(smallKey)) + .altering("M5.plain.signature", .set(smallSignature))
            ),
            pairSetup("paired", before: { $0.accessory.pairings = [PairingsTests.admin] }),
            pairSetup("busy", before: { $0.accessory.isBusyElsewhere = true }),
            pairSetup("too early", before: { $0.accessory.backoffSeconds = 5 }),
            pairSetup("tries used up", before: { $0.accessory.failures = 100 }),
            pairSetup("no room", before: { $0.accessory.hasRoom = false }),
            pairSetup("A of 385 bytes", .altering("M3.A", .prepend([0])), group: .none),
            pairSetup("A in pieces", .altering("M3.order", .order(pieces)), group: .none),
            transient("transient", [[.transient, .split], .split]), transient("transient alone", [.transient, .split]),
            transient("split first", [.split]), transient("with auth", [[.transient, .split]], method: 1),
        ]
        + [PairSetupStage.m3, .m5].flatMap { stage in
            [
                pairSetup("overtaken \(stage)", change: { $0.accessory.isBusyElsewhere = true }, at: stage),
                pairSetup("paired \(stage)", change: { $0.accessory.pairings = [PairingsTests.admin] }, at: stage),
            ]
        }

    private static let pieces = ["state", "A[0..<255]", "proof", "A[255..<384]"]
    private static let longItem = [0xfe, 255] + [UInt8](repeating: 7, count: 255) + [0xfe, 1, 7]

    private static func pairSetup(
        _ name: String,
        _ controller: Departures = .none,
        stages: [PairSetupStage] = [.m1, .m3, .m5],
        group: Departures = smallGroup,
        before: @escaping @Sendable (inout PairingPeers) -> Void = { _ in },
        change: @escaping @Sendable (inout PairingPeers) -> Void = { _ in },
        at changing: PairSetupStage = .m1
    ) -> Scenario {
        Scenario(name: "pair-setup: \(name)") { departures in
            var bench = try PairingPeers(controller: group + controller, accessory: group + departures)
            before(&bench)
            return stages.flatMap { stage in
                if stage == changing { change(&bench) }
                return bench.pairSetup([stage]).map(\.reply)
            }.map(\.withoutItsReason)
        }
    }

    /// One procedure after the other, with these flags, as far as M5.
    private static func transient(_ name: String, _ flags: [PairSetupFlags], method: UInt8 = 0) -> Scenario {
        Scenario(name: "pair-setup: \(name)") { departures in
            let base = method == 1 ? Departures.skipping(.setupM1AuthMethod) : .none
            var bench = try PairingPeers(
                controller: smallGroup,
                accessory: smallGroup + base + departures,
                method: method,
                flags: flags.first,
                salt: nil
            )
            return flags.enumerated().flatMap { index, flags in
                if index > 0 { bench.restart(flags) }
                return bench.pairSetup().map(\.reply.withoutItsReason)
            }
        }
    }

    // MARK: Pair Verify

    private static let verify: [Scenario] =
        PairVerifyRefusalTests.rows.map { row in
            pairVerify("\(row.point) \(row.action)", .altering(row.point, row.action))
        } + [
            pairVerify("clean"), pairVerify("M3 first", stages: [.m3]), pairVerify("restart", stages: [.m1, .m1, .m3]),
            pairVerify("M3 twice", .altering("M3.sealed.tag", .flipBit(0)), stages: [.m1, .m3, .m3]),
            pairVerify("M3 State", .altering("M3.state", .set([5]))),
            pairVerify("Method 2", .altering("M1.method", .set([2]))),
            pairVerify("low order", lowOrder),
            pairVerify("low order, forged", lowOrder + .altering("M3.plain.signature", .random)) {
                $0.base = .skipping(.verifyM1LowOrder)
            },
            pairVerify("small order", .altering("M3.plain.signature", .set(smallSignature))) {
                $0.accessory.pairings[0].publicKey = smallKey
            },
            pairVerify("another's name", .altering("M3.signing-key", .set([7]))) {
                $0.accessory.pairings.append(
                    PairingRecord(
                        identifier: [1],
                        publicKey: Ed25519KeyPair(fitting: SecretBytes([7])).publicKey,
                        permissions: 0
                    )
                )
            },
            pairVerify("regular") { $0.accessory.pairings[0].permissions = 0 },
            pairVerify("regular, forged", .altering("M3.plain.signature", .random)) {
                $0.accessory.pairings[0].permissions = 0
            },
            pairVerify("another connection verifies") { $0.accessory.verifyingElsewhere = 1 },
            pairVerify("three other connections verify") { $0.accessory.verifyingElsewhere = 3 },
            pairVerify("setup's tries are used up") { $0.accessory.failures = 100 },
            pairVerify("second session", stages: [.m1, .m3, .m1, .m3]),
            unreducedScalar,
        ]

    private static let lowOrder =
        Departures.altering("M1.public-key", .set([UInt8](repeating: 0, count: 32))) + .altering("shared-secret", .zero)

    private static func pairVerify(
        _ name: String,
        _ controller: Departures = .none,
        stages: [PairVerifyStage] = [.m1, .m3],
        before: @escaping @Sendable (inout PairingPeers) -> Void = { _ in }
    ) -> Scenario {
        Scenario(name: "pair-verify: \(name)") { departures in
            var plain = try PairingPeers()
            _ = plain.pairDirectly()
            before(&plain)
            var bench = try PairingPeers(controller: controller, accessory: plain.base + departures)
            let pairing = bench.pairDirectly()
            before(&bench)
            return bench.pairVerify(pairing, stages).turns.map(\.reply.withoutItsReason)
        }
    }

    /// The signature with S + L: the seeds make it the same in every run, so one run is for learning it.
    private static let unreducedScalar = Scenario(name: "pair-verify: unreduced scalar") { departures in
        var probe = try PairingPeers()
        let pairing = probe.pairDirectly()
        var learner = PairVerifyController(pairing: pairing, random: SeededRandom(seed: 3))
        _ = learner.receive(.m2, probe.accessory.answerVerify(learner.compose(.m1)).body)
        let signature = try PairVerifyRefusalTests.signature(of: learner, bench: probe)
        var bench = try PairingPeers(
            controller: .altering("M3.plain.signature", .set(Ed25519.malleated(signature))),
            accessory: departures
        )
        _ = bench.pairDirectly()
        return bench.pairVerify(pairing).turns.map(\.reply.withoutItsReason)
    }

    // MARK: Pairings

    private static let pairings: [Scenario] =
        [
            list("list", .list), list("list as a regular one", .list, as: PairingsTests.regular),
            list("list without a session", .list, as: nil),
            list("list as one that was admin", .list, as: PairingsTests.regular, wasAdmin: true),
            list("add", .add(PairingsTests.record("new", permissions: 0))),
            list("add as a regular one", .add(PairingsTests.record("new", permissions: 0)), as: PairingsTests.regular),
            list("add another key", .add(PairingsTests.record("regular", key: "other", permissions: 0))),
            list("add a known one", .add(PairingsTests.record("regular", permissions: 1))),
            list("demote the last admin", .add(PairingsTests.record("admin", permissions: 0))),
            list("add to a full store", .add(PairingsTests.record("new", permissions: 0)), filling: 16),
            list("update in a full store", .add(PairingsTests.record("regular", permissions: 1)), filling: 16),
            list("remove", .remove(identifier: PairingsTests.regular.identifier)),
            list("remove an unknown one", .remove(identifier: [1, 2, 3])),
            list("remove in other case", .remove(identifier: Array("REGULAR".utf8))),
            list("remove by a prefix", .remove(identifier: Array("reg".utf8))),
            list("remove the last admin", .remove(identifier: PairingsTests.admin.identifier)),
            list("remove one of two admins", .remove(identifier: PairingsTests.admin.identifier), secondAdmin: true),
            list(
                "remove as a regular one",
                .remove(identifier: PairingsTests.admin.identifier),
                as: PairingsTests.regular
            ),
            list("remove itself", .remove(identifier: PairingsTests.regular.identifier), as: PairingsTests.regular),
        ]
        + [
            ("M1.state", .set([2])), ("M1.method", .set([6])), ("M1.identifier", .drop), ("M1.identifier", .empty),
            ("M1.identifier", .set([UInt8](repeating: 0x41, count: 37))), ("M1.public-key", .drop),
            ("M1.public-key", .append([0])), ("M1.public-key", .set(smallKey)), ("M1.permissions", .drop),
            ("M1.permissions", .set([0, 0])),
            ("M1.permissions", .set([2])),
        ].map { (point: String, action: AlterationAction) in
            list(
                "\(point) \(action)",
                .add(PairingsTests.record("new", permissions: 0)),
                altered: .altering(point, action)
            )
        }
        + [
            list("remove without identifier", .remove(identifier: [1]), altered: .altering("M1.identifier", .drop)),
            list(
                "list as one with permissions 2",
                .list,
                as: PairingRecord(identifier: [5], publicKey: [], permissions: 2)
            ),
        ]

    private static func list(
        _ name: String,
        _ request: PairingsRequest,
        as controller: PairingRecord? = PairingsTests.admin,
        wasAdmin: Bool? = nil,
        filling count: Int = 0,
        secondAdmin: Bool = false,
        altered: Departures = .none
    ) -> Scenario {
        Scenario(name: "pairings: \(name)") { departures in
            var accessory = try TestAccessory(departures: departures)
            accessory.pairings = [PairingsTests.admin, PairingsTests.regular]
            if secondAdmin { accessory.pairings.append(PairingsTests.record("second", permissions: 1)) }
            if let controller, !accessory.pairings.contains(controller) { accessory.pairings.append(controller) }
            while accessory.pairings.count < count {
                accessory.pairings.append(PairingsTests.record("c\(accessory.pairings.count)", permissions: 0))
            }
            var sender = PairingsController(departures: altered, random: SeededRandom(seed: 4))
            let isAdmin = wasAdmin ?? controller?.isAdmin ?? false
            let body = sender.compose(request)
            return [accessory.answerList(body, from: controller?.identifier, wasAdmin: isAdmin).withoutItsReason]
        }
    }
}

extension PairingReply {
    /// The visible part of the reply.
    var withoutItsReason: PairingReply {
        var reply = self
        reply.refusedBy = nil
        return reply
    }
}
