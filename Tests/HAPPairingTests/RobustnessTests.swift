import HAPCrypto
import HAPModel
import HAPPairing
import Testing

@Suite struct RobustnessTests {
    @Test("pairings between both sides succeed with any random values", arguments: 1...20)
    func roundTrip(seed: UInt64) throws {
        var bench = try PairingPeers(seed: seed)
        for turn in bench.pairSetup() { #expect(turn.answer.isRight, "\(turn.answer.flaws)") }
        let pairing = try #require(bench.setup.result)
        let run = bench.pairVerify(pairing, seed: seed)
        #expect(run.controller.sessionKeys != nil)
        #expect(run.controller.sessionKeys == bench.accessory.sessions.first?.keys)
        #expect(
            bench.accessory.pairings == [
                PairingRecord(
                    identifier: Array(bench.identity.pairingID.utf8),
                    publicKey: bench.identity.keyPair.publicKey,
                    permissions: 1
                )
            ]
        )
    }

    @Test("any message can be composed at any time, and has the right size", arguments: PairSetupStage.allCases)
    func startInTheMiddle(stage: PairSetupStage) throws {
        var bench = try PairingPeers()
        let message = TLV8(decoding: bench.setup.compose(stage))
        guard stage.isRequest else {
            #expect(message.items.isEmpty)
            return
        }
        #expect(message[.state] == [UInt8(stage.rawValue)])
        #expect(message[.publicKey]?.count == (stage == .m3 ? 384 : nil))
        #expect(message[.proof]?.count == (stage == .m3 ? 64 : nil))
        #expect(message[.encryptedData]?.count == (stage == .m5 ? 154 : nil))
        let pairing = bench.pairDirectly()
        var verify = PairVerifyController(pairing: pairing, random: SeededRandom(seed: 1))
        #expect(TLV8(decoding: verify.compose(.m3))[.encryptedData]?.count == 120)
    }

    @Test("no bytes make either side trap", arguments: 1...30)
    func randomBytes(seed: UInt64) throws {
        let random = SeededRandom(seed: seed)
        var bench = try PairingPeers(controller: Scenario.smallGroup, accessory: Scenario.smallGroup)
        let valid = bench.pairSetup().flatMap { [$0.request, $0.reply.body] }
        let pairing = bench.pairDirectly()
        var run = bench.pairVerify(pairing)
        let bodies = valid + run.turns.flatMap { [$0.request, $0.reply.body] }
        bench.accessory.pairings = []
        for index in 0..<60 {
            let shape = random.bytes(4)
            var body = index % 4 == 0 ? random.bytes(Int(shape[0])) : bodies[Int(shape[1]) % bodies.count]
            if index % 3 == 0 { body = body.flippingBit(Int(shape[2]) * 7) }
            if index % 5 == 0 { body = Array(body.prefix(Int(shape[3]))) }
            let reply = bench.accessory.answerSetup(body)
            #expect([.success, .invalidValue].contains(reply.status))
            _ = bench.accessory.answerVerify(body)
            _ = bench.accessory.answerList(body, from: PairingsTests.admin.identifier)
            _ = PairingsAnswer(body)
            for stage in PairSetupStage.allCases { _ = bench.setup.receive(stage, body) }
            for stage in PairVerifyStage.allCases { _ = run.controller.receive(stage, body) }
        }
        #expect(!bench.accessory.hasCrashed)
    }

    @Test("a message that is dropped is not sent, one that is emptied is")
    func dropping() throws {
        var bench = try PairingPeers(accessory: .altering("M2", .drop))
        #expect(bench.pairSetup([.m1])[0].reply.isWithheld)
        var empty = try PairingPeers(accessory: .altering("M2", .empty))
        let reply = empty.pairSetup([.m1])[0].reply
        #expect(!reply.isWithheld && reply.body.isEmpty && reply.status == .success)
    }

    @Test("a check answers with the number that it is told: a TLV error, or a HAP status")
    func answers() throws {
        for (number, status, body) in [
            (Int64(3), HAPStatus.success, [6, 1, 2, 7, 1, 3] as [UInt8]), (-70403, .resourceBusy, []),
        ] {
            var bench = try PairingPeers(accessory: Departures(guards: ["pair-setup.busy": .answer(number)]))
            #expect(bench.pairSetup([.m1])[0].answer.isRight, "it still passes a controller that may pair")
            bench.accessory.isBusyElsewhere = true
            let reply = bench.pairSetup([.m1])[0].reply
            #expect(reply.status == status)
            #expect(reply.body == body)
            #expect(reply.refusedBy == "pair-setup.busy")
        }
    }

    @Test("an unchecked length crashes the accessory")
    func crashing() throws {
        var bench = try PairingPeers(
            controller: .altering("M5.encrypted", .truncate(3)),
            accessory: .skipping(.setupM5EncryptedLength)
        )
        #expect(bench.pairSetup().last?.reply.isWithheld == true)
        #expect(bench.accessory.hasCrashed)
    }

    @Test("neither side shows a secret, however it is printed")
    func secrecy() throws {
        var bench = try PairingPeers()
        _ = bench.pairSetup()
        let pairing = try #require(bench.setup.result)
        let run = bench.pairVerify(pairing)
        var shown = ""
        for value in [bench.setup, bench.accessory.setup, run.controller, bench.accessory, pairing] as [Any] {
            shown += "\(value) \(String(reflecting: value)) "
            dump(value, to: &shown)
        }
        #expect(!shown.contains("518-08-582") && !shown.contains("51808582"))
        let keys = try #require(run.controller.sessionKeys)
        for secret in [
            try #require(keys.sharedSecret).secret, keys.accessoryToController.secret, pairing.controller.keyPair.seed,
        ] {
            secret.withBytes { bytes in
                #expect(!shown.contains(Hex.encode(bytes)))
                #expect(!shown.contains(bytes.prefix(8).map { "\($0)" }.joined(separator: ", ")))
            }
        }
    }
}
