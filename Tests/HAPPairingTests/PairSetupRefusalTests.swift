import HAPCrypto
import HAPModel
import HAPPairing
import Testing

/// The accessory's responses to wrong messages; the ids are those of `Suites/requirements/pairing.yaml`.
@Suite struct PairSetupRefusalTests {
    /// One wrong message, and the expected refusal.
    struct Row: Sendable, CustomTestStringConvertible {
        var id: String
        var point: String
        var action: AlterationAction
        /// `nil` is HTTP 400.
        var error: TLVError?
        var at: PairSetupStage

        var testDescription: String { "\(id): \(point) \(action)" }
    }

    static let rows: [Row] = [
        Row(id: "HAP-SRP-003", point: "srp.user", action: .text("pair-setup"), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-003", point: "srp.user", action: .empty, error: .authentication, at: .m4),
        Row(id: "HAP-SETUP-CODE-002", point: "srp.code", action: .text("51808582"), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-006", point: "M3.proof", action: .flipBit(0), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-006", point: "M3.proof", action: .flipBit(511), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-006", point: "M3.proof", action: .flipBit(300), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-014", point: "M3.A", action: .set([0]), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-014", point: "M3.A", action: .zero, error: .authentication, at: .m4),
        Row(id: "HAP-SRP-014", point: "M3.A", action: .empty, error: .authentication, at: .m4),
        Row(id: "HAP-SRP-014", point: "M3.A", action: .set(SRPGroup.hap.modulus), error: .authentication, at: .m4),
        Row(id: "HAP-SRP-015", point: "M3.A", action: .prepend([0]), error: nil, at: .m4),
        Row(id: "HAP-SRP-016", point: "M3.proof", action: .empty, error: nil, at: .m4),
        Row(id: "HAP-SRP-016", point: "M3.proof", action: .truncate(1), error: nil, at: .m4),
        Row(id: "HAP-SRP-016", point: "M3.proof", action: .truncate(32), error: nil, at: .m4),
        Row(id: "HAP-SRP-016", point: "M3.proof", action: .truncate(63), error: nil, at: .m4),
        Row(id: "HAP-SRP-016", point: "M3.proof", action: .append([0]), error: nil, at: .m4),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1.state", action: .drop, error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1.state", action: .append([0]), error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1.state", action: .set([0]), error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1.state", action: .set([2]), error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1.method", action: .drop, error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1.method", action: .empty, error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-018", point: "M1", action: .empty, error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-019", point: "M1.method", action: .set([2]), error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-019", point: "M1.method", action: .set([0xff]), error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-020", point: "M1.method", action: .set([1]), error: .unavailable, at: .m2),
        Row(id: "HAP-PAIR-SETUP-057", point: "M1.flags", action: .set([1, 0, 0, 0, 0]), error: nil, at: .m2),
        Row(id: "HAP-PAIR-SETUP-030", point: "M3.A", action: .drop, error: nil, at: .m4),
        Row(id: "HAP-PAIR-SETUP-030", point: "M3.proof", action: .drop, error: nil, at: .m4),
        Row(id: "HAP-PAIR-SETUP-030", point: "M3.state", action: .set([4]), error: nil, at: .m4),
        Row(id: "HAP-PAIR-SETUP-030", point: "M3.state", action: .drop, error: nil, at: .m4),
        Row(id: "HAP-PAIR-SETUP-034", point: "M5.key.source", action: .text("secret"), error: .authentication, at: .m6),
        Row(id: "HAP-PAIR-SETUP-038", point: "M5.sealed.tag", action: .flipBit(5), error: .authentication, at: .m6),
        Row(id: "HAP-PAIR-SETUP-038", point: "M5.sealed.text", action: .flipBit(5), error: .authentication, at: .m6),
        Row(id: "HAP-PAIR-SETUP-038", point: "M5.nonce", action: .text("PS-Msg06"), error: .authentication, at: .m6),
        Row(id: "HAP-PAIR-SETUP-038", point: "M5.key", action: .random, error: .authentication, at: .m6),
        Row(id: "HAP-AEAD-003", point: "M5.aad", action: .text("PS-Msg05"), error: .authentication, at: .m6),
        Row(
            id: "HAP-PAIR-SETUP-039",
            point: "M5.plain.signature",
            action: .random,
            error: .authentication,
            at: .m6
        ),
        Row(id: "HAP-PAIR-SETUP-039", point: "M5.signing-key", action: .random, error: .authentication, at: .m6),
        Row(
            id: "HAP-PAIR-SETUP-039",
            point: "M5.signed.order",
            action: .order(["identifier", "x", "ltpk"]),
            error: .authentication,
            at: .m6
        ),
        Row(id: "HAP-PAIR-SETUP-039", point: "M5.signed.x", action: .random, error: .authentication, at: .m6),
        Row(
            id: "HAP-PAIR-SETUP-039",
            point: "M5.signed.identifier",
            action: .text("other"),
            error: .authentication,
            at: .m6
        ),
        Row(id: "HAP-PAIR-SETUP-040", point: "M5.encrypted", action: .drop, error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-040", point: "M5.encrypted", action: .empty, error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-040", point: "M5.encrypted", action: .truncate(1), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-040", point: "M5.encrypted", action: .truncate(15), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.plain.identifier", action: .drop, error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.plain.public-key", action: .drop, error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.plain.signature", action: .drop, error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.public-key", action: .truncate(31), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.public-key", action: .append([0]), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.plain.signature", action: .truncate(63), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.plain.signature", action: .append([0]), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-041", point: "M5.plain", action: .truncate(1), error: nil, at: .m6),
        Row(id: "HAP-PAIR-SETUP-042", point: "M5.identifier", action: .append([0x41]), error: nil, at: .m6),
        Row(
            id: "HAP-PAIR-SETUP-042",
            point: "M5.identifier",
            action: .set([UInt8](repeating: 0x41, count: 255)),
            error: nil,
            at: .m6
        ),
        Row(id: "HAP-PAIR-SETUP-043", point: "M5.identifier", action: .empty, error: nil, at: .m6),
        Row(
            id: "HAP-PAIRINGS-018",
            point: "M5.public-key",
            action: .set([1] + [UInt8](repeating: 0, count: 31)),
            error: .authentication,
            at: .m6
        ),
        Row(id: "HAP-TLV-012", point: "M3.extra", action: .set(Self.emptyFragment), error: nil, at: .m4),
        Row(
            id: "HAP-TLV-013",
            point: "M3.order",
            action: .order(["state", "A[0..<100]", "A[100..<355]", "A[355..<384]", "proof"]),
            error: nil,
            at: .m4
        ),
        Row(
            id: "HAP-TLV-014",
            point: "M3.order",
            action: .order(["state", "A[0..<255]", "proof", "A[255..<384]"]),
            error: nil,
            at: .m4
        ),
        Row(
            id: "HAP-TLV-016",
            point: "M1.order",
            action: .order(["state", "method", "state"]),
            error: nil,
            at: .m2
        ),
        Row(id: "HAP-TLV-017", point: "M1", action: .append([6]), error: nil, at: .m2),
        Row(id: "HAP-TLV-018", point: "M1", action: .append([1, 5, 0xaa]), error: nil, at: .m2),
        Row(id: "HAP-TLV-018", point: "M1", action: .set([6, 0xff, 1]), error: nil, at: .m2),
    ]

    private static let emptyFragment = [0xfe, 0xff] + [UInt8](repeating: 1, count: 255) + [0xfe, 0]

    @Test("refuses it, stores nothing, and pairs right afterwards", arguments: rows)
    func refusal(row: Row) throws {
        var bench = try PairingPeers(controller: .altering(row.point, row.action))
        let turns = bench.pairSetup(Array([PairSetupStage.m1, .m3, .m5].prefix(row.at.rawValue / 2)))
        let last = try #require(turns.last)
        for turn in turns.dropLast() { #expect(turn.answer.isRight, "\(turn.answer.flaws)") }
        if let error = row.error {
            #expect(last.reply.status == .success)
            #expect(last.reply.body == [6, 1, UInt8(row.at.rawValue), 7, 1, error.rawValue])
        } else {
            #expect(last.reply.status == .invalidValue)
            #expect(last.reply.body.isEmpty)
        }
        #expect(bench.accessory.pairings.isEmpty)
        #expect(!bench.accessory.isHeld, "another controller can start")
        #expect(!bench.accessory.hasCrashed)
        let isGuess = row.at == .m4 && row.error != nil && !row.point.hasPrefix("M3.A")
        #expect(bench.accessory.failures == (isGuess ? 1 : 0), "only a judged proof uses up a try")
        bench.setup.departures = .none
        let isPaired = bench.pairsRight()
        #expect(isPaired)
        #expect(bench.accessory.pairings.count == 1)
        #expect(bench.accessory.failures == 0)
    }

    @Test(
        "an identifier of 36 bytes, unknown items, separators and another order of items are accepted",
        arguments: [
            ("M1.extra", .set([0xfe, 3, 1, 2, 3])), ("M1.order", .order(["method", "state"])),
            ("M1.order", .order(["extra", "state", "method"])), ("M1.extra", .set([0xff, 0])),
            ("M3.extra", .set([0xfe, 0])), ("M1.flags", .set([1])), ("M1.flags", .set([0x10, 0, 0, 1])),
            ("M1.extra", .set([0xfe, 255] + [UInt8](repeating: 7, count: 255) + [0xfe, 45] + Array(0..<45))),
            ("M5.identifier", .set([0xc3, 0x84])), ("srp.form.wire", .text("stripped")), ("M5.plain.order", .reverse),
        ] as [(String, AlterationAction)]
    )
    func harmless(point: String, action: AlterationAction) throws {
        var bench = try PairingPeers(controller: .altering(point, action))
        let turns = bench.pairSetup()
        for turn in turns { #expect(turn.answer.isRight, "\(turn.answer.flaws)") }
        #expect(bench.accessory.pairings.count == 1)
        #expect(
            bench.setup.result?.controller.pairingID
                == String(decoding: bench.accessory.pairings[0].identifier, as: UTF8.self)
        )
    }

    @Test("M3 and M5 out of order are refused", arguments: [[.m3], [.m5], [.m1, .m5]] as [[PairSetupStage]])
    func order(stages: [PairSetupStage]) throws {
        var bench = try PairingPeers()
        let last = try #require(bench.pairSetup(stages).last)
        #expect(last.reply.status == .invalidValue)
        #expect(bench.accessory.pairings.isEmpty)
        #expect(bench.accessory.failures == 0)
    }

    @Test("after a wrong code a right M3 or M5 for the same B is rejected, and M1 starts a new attempt")
    func retry() throws {
        for next in [PairSetupStage.m3, .m5] {
            var bench = try PairingPeers(code: "031-45-154")
            let turns = bench.pairSetup([.m1, .m3])
            #expect(turns[1].reply.body == [6, 1, 4, 7, 1, 2])
            #expect(bench.accessory.failures == 1)
            bench.setup.setupCode = try #require(TestAccessory.code)
            #expect(bench.pairSetup([next])[0].reply.status == .invalidValue)
            let isPaired = bench.pairsRight()
            #expect(isPaired)
        }
    }

    @Test("checks come in the order paired, too many tries, busy")
    func precedence() throws {
        var bench = try PairingPeers()
        bench.accessory.isBusyElsewhere = true
        #expect(bench.pairSetup([.m1])[0].reply.body == [6, 1, 2, 7, 1, 7])
        bench.accessory.failures = 100
        #expect(bench.pairSetup([.m1])[0].reply.body == [6, 1, 2, 7, 1, 5])
        _ = bench.pairDirectly()
        #expect(bench.pairSetup([.m1])[0].reply.body == [6, 1, 2, 7, 1, 6])
    }

    @Test("a hundred wrong codes are rejected one by one, the next M1 gets MaxTries")
    func maxTries() throws {
        var bench = try PairingPeers(
            controller: .altering("M3.proof", .random),
            accessory: Departures(constants: ["pair-setup.max-tries": 3])
        )
        for _ in 0..<3 {
            #expect(bench.pairSetup([.m1, .m3]).last?.answer.error == .authentication)
        }
        #expect(bench.pairSetup([.m1])[0].answer.error == .maxTries)
        #expect(PairingConstant.maxTries.standard == 100)
    }

    @Test("M1 in the middle starts again with another B, and the old proof is rejected")
    func restart() throws {
        var bench = try PairingPeers()
        let first = bench.pairSetup([.m1])[0]
        let m3 = bench.setup.compose(.m3)
        let second = bench.pairSetup([.m1])[0]
        #expect(first.answer.tlv[.publicKey] != second.answer.tlv[.publicKey])
        #expect(bench.accessory.answerSetup(m3).body == [6, 1, 4, 7, 1, 2])
        let isPaired = bench.pairsRight()
        #expect(isPaired)
    }

    @Test("an attempt that was begun before another controller paired, or took over, cannot continue")
    func overtaken() throws {
        for stages in [[PairSetupStage.m1], [.m1, .m3]] {
            for isPaired in [true, false] {
                var bench = try PairingPeers()
                _ = bench.pairSetup(stages)
                if isPaired { _ = bench.pairDirectly() } else { bench.accessory.isBusyElsewhere = true }
                let next: PairSetupStage = stages.count == 1 ? .m3 : .m5
                let reply = bench.pairSetup([next])[0].reply
                #expect(reply.status == .invalidValue || TLV8(decoding: reply.body)[.error] == [6])
                #expect(bench.accessory.pairings.count == (isPaired ? 1 : 0))
            }
        }
        var bench = try PairingPeers()
        _ = bench.pairSetup([.m1])
        bench.accessory.setup.abandon()
        #expect(bench.pairSetup([.m3])[0].reply.status == .invalidValue)
    }
}
