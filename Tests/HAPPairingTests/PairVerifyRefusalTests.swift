import HAPCrypto
import HAPModel
import HAPPairing
import Testing
import Vectors

/// The accessory's responses to wrong messages of Pair Verify.
@Suite struct PairVerifyRefusalTests {
    typealias Row = (id: String, point: String, action: AlterationAction, error: TLVError?, at: PairVerifyStage)

    static let rows: [Row] = [
        ("HAP-PAIR-VERIFY-009", "M1.public-key", .drop, nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.public-key", .empty, nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.public-key", .truncate(31), nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.public-key", .append([0]), nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.public-key", .set([UInt8](repeating: 9, count: 384)), nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.state", .drop, nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.state", .append([0]), nil, .m2),
        ("HAP-PAIR-VERIFY-009", "M1.state", .set([0]), nil, .m2),
        ("HAP-PAIR-VERIFY-010", "M1.method", .set([6]), nil, .m2),
        ("HAP-PAIR-VERIFY-018", "M3.sealed.tag", .flipBit(3), .authentication, .m4),
        ("HAP-PAIR-VERIFY-018", "M3.sealed.text", .flipBit(3), .authentication, .m4),
        ("HAP-PAIR-VERIFY-018", "M3.nonce", .text("PV-Msg02"), .authentication, .m4),
        ("HAP-PAIR-VERIFY-018", "M3.key", .random, .authentication, .m4),
        ("HAP-PAIR-VERIFY-019", "M3.identifier", .text("F0000000-0000-0000-0000-000000000000"), .authentication, .m4),
        ("HAP-PAIR-VERIFY-020", "M3.plain.signature", .random, .authentication, .m4),
        ("HAP-PAIR-VERIFY-020", "M3.signing-key", .random, .authentication, .m4),
        ("HAP-PAIR-VERIFY-020", "M3.signed.order", .reverse, .authentication, .m4),
        ("HAP-PAIR-VERIFY-020", "M3.signed.accessory-key", .random, .authentication, .m4),
        ("HAP-PAIR-VERIFY-022", "M3.identifier", .text("5a9c7b16-6d0e-4f4b-8c39-2b1f6b2c9d01"), .authentication, .m4),
        ("HAP-PAIR-VERIFY-023", "M3.identifier", .truncate(35), .authentication, .m4),
        ("HAP-PAIR-VERIFY-023", "M3.identifier", .append([0]), .authentication, .m4),
        ("HAP-PAIR-VERIFY-025", "M3.encrypted", .drop, nil, .m4),
        ("HAP-PAIR-VERIFY-025", "M3.encrypted", .truncate(15), nil, .m4),
        ("HAP-PAIR-VERIFY-025", "M3.plain.identifier", .drop, nil, .m4),
        ("HAP-PAIR-VERIFY-025", "M3.plain.signature", .drop, nil, .m4),
        ("HAP-PAIR-VERIFY-025", "M3.plain.signature", .truncate(63), nil, .m4),
        ("HAP-PAIR-VERIFY-025", "M3.plain.signature", .append([1]), nil, .m4),
    ]

    @Test("refuses it, opens no session, and verifies right afterwards", arguments: rows.indices)
    func refusal(index: Int) throws {
        let row = Self.rows[index]
        var bench = try PairingPeers(controller: .altering(row.point, row.action))
        let pairing = bench.pairDirectly()
        let run = bench.pairVerify(pairing, row.at == .m2 ? [.m1] : [.m1, .m3])
        let last = try #require(run.turns.last)
        for turn in run.turns.dropLast() { #expect(turn.answer.isRight, "\(turn.answer.flaws)") }
        if let error = row.error {
            #expect(last.reply.body == [6, 1, UInt8(row.at.rawValue), 7, 1, error.rawValue], "\(row.id)")
        } else {
            #expect(last.reply.status == .invalidValue, "\(row.id)")
        }
        #expect(bench.accessory.sessions.isEmpty)
        #expect(run.controller.sessionKeys == nil)
        #expect(bench.accessory.failures == 0)
        // The exchange is over: the right M3 for the same keys is rejected.
        if row.at == .m4 {
            var controller = run.controller
            controller.departures = .none
            let late = controller.compose(.m3)
            #expect(bench.accessory.answerVerify(late).status == .invalidValue)
        }
        bench.departures = .none
        #expect(bench.pairVerify(pairing).controller.sessionKeys == bench.accessory.sessions.last?.keys)
        #expect(bench.accessory.sessions.count == 1)
    }

    @Test("a scalar above the group's order is refused, and accepted only if the check is omitted")
    func malleability() throws {
        for isLax in [false, true] {
            var bench = try PairingPeers(accessory: isLax ? .skipping(.verifyM3SignatureScalar) : .none)
            let pairing = bench.pairDirectly()
            var controller = PairVerifyController(pairing: pairing, random: SeededRandom(seed: 3))
            _ = controller.receive(.m2, bench.accessory.answerVerify(controller.compose(.m1)).body)
            let signature = try Self.signature(of: controller, bench: bench)
            controller.departures = .altering("M3.plain.signature", .set(Ed25519.malleated(signature)))
            let reply = bench.accessory.answerVerify(controller.compose(.m3))
            #expect(reply.body == (isLax ? [6, 1, 4] : [6, 1, 4, 7, 1, 2]))
        }
    }

    /// The signature inside the controller's next M3, decrypted by an accessory that stores received messages.
    static func signature(
        of controller: PairVerifyController,
        bench: PairingPeers
    ) throws -> [UInt8] {
        var (controller, bench) = (controller, bench)
        let m3 = controller.compose(.m3)
        let sealed = try #require(TLV8(decoding: m3)[.encryptedData])
        let reply = bench.accessory.answerVerify(m3)
        guard case .sessionEstablished(let keys, _, _) = try #require(reply.consequences.first).consequence else {
            return []
        }
        let shared = try #require(keys.sharedSecret)
        let key = EncryptionKey(HKDF.derive(.pairVerifySessionKey, from: shared.secret))
        let plain = try #require(ChaChaPoly.open(sealed, key: key, nonce: AEADNonce(.pairVerifyM3)))
        return try #require(TLV8(decoding: plain)[.signature])
    }

    @Test(
        "a key of low order is refused; where it is not, M3 is still judged by its signature",
        arguments: Vectors.all["x25519_low_order_points"]["points"].elements.map { $0["hex"].text }
    )
    func lowOrder(hex: String) throws {
        let point = try #require(Hex.decode(hex))
        let altered = Departures.altering("M1.public-key", .set(point)) + .altering("shared-secret", .zero)
        var strict = try PairingPeers(controller: altered)
        let pairing = strict.pairDirectly()
        #expect(strict.pairVerify(pairing, [.m1]).turns[0].reply.status == .invalidValue)

        let forged = altered + .altering("M3.plain.signature", .random)
        var lax = try PairingPeers(controller: forged, accessory: .skipping(.verifyM1LowOrder))
        let laxPairing = lax.pairDirectly()
        let turns = lax.pairVerify(laxPairing).turns
        #expect(turns[0].answer.isRight, "M2 opens with the key for the zero secret: \(turns[0].answer.flaws)")
        #expect(turns[1].reply.body == [6, 1, 4, 7, 1, 2])

        var open = try PairingPeers(
            controller: forged,
            accessory: .skipping(.verifyM1LowOrder, .verifyM3LowOrderBypass)
        )
        let openPairing = open.pairDirectly()
        #expect(open.pairVerify(openPairing).turns[1].reply.body == [6, 1, 4])
    }

    @Test("unknown identifier and wrong signature get the same bytes")
    func sameAnswers() throws {
        let replies = try [
            ("M3.identifier", AlterationAction.text("absent")), ("M3.plain.signature", .random),
        ].map { point, action in
            var bench = try PairingPeers(controller: .altering(point, action))
            let pairing = bench.pairDirectly()
            return bench.pairVerify(pairing).turns[1].reply.body
        }
        #expect(replies[0] == replies[1])
    }

    @Test("M3 first, a replay of an earlier exchange, and M3 for a replaced M1 are refused")
    func worthless() throws {
        var bench = try PairingPeers()
        let pairing = bench.pairDirectly()
        let first = bench.pairVerify(pairing).turns
        #expect(bench.accessory.answerVerify(first[1].request).status == .invalidValue)
        _ = bench.accessory.answerVerify(first[0].request)
        #expect(bench.accessory.answerVerify(first[1].request).body == [6, 1, 4, 7, 1, 2])
        var controller = PairVerifyController(pairing: pairing, random: SeededRandom(seed: 8))
        _ = controller.receive(.m2, bench.accessory.answerVerify(controller.compose(.m1)).body)
        let old = controller.compose(.m3)
        _ = controller.receive(.m2, bench.accessory.answerVerify(controller.compose(.m1)).body)
        let new = controller.compose(.m3)
        var other = bench
        #expect(other.accessory.answerVerify(old).body == [6, 1, 4, 7, 1, 2])
        #expect(bench.accessory.answerVerify(new).body == [6, 1, 4])
    }

    @Test("an unpaired accessory rejects every controller, and one without this pairing rejects this controller")
    func unpaired() throws {
        var bench = try PairingPeers()
        let pairing = bench.pairDirectly()
        bench.accessory.pairings = []
        #expect(bench.pairVerify(pairing).turns[1].reply.body == [6, 1, 4, 7, 1, 2])
    }

    @Test("regular controllers verify as admins do, and one cannot use another's identifier")
    func rights() throws {
        var bench = try PairingPeers()
        let pairing = bench.pairDirectly(isAdmin: false)
        #expect(bench.pairVerify(pairing).controller.sessionKeys != nil)
        #expect(bench.accessory.sessions.first?.isAdmin == false)
        let other = Ed25519KeyPair(fitting: SecretBytes([7]))
        bench.accessory.pairings.append(
            PairingRecord(identifier: [0x42], publicKey: other.publicKey, permissions: 0)
        )
        var cross = pairing
        cross.controller.keyPair = other
        #expect(bench.pairVerify(cross).turns[1].reply.body == [6, 1, 4, 7, 1, 2])
    }
}
