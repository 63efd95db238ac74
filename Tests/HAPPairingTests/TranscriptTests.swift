import HAPCrypto
import HAPModel
import HAPPairing
import Testing
import Vectors

@Suite struct TranscriptTests {
    private let setup = Vectors.all["pair_setup_transcript"]
    private let verify = Vectors.all["pair_verify_transcript"]

    private func controllerIdentity() throws -> ControllerIdentity {
        ControllerIdentity(
            pairingID: setup["controller_id"].text,
            keyPair: try #require(Ed25519KeyPair(seed: SecretBytes(setup["controller_ltsk_seed"].bytes)))
        )
    }

    private func accessoryIdentity() throws -> AccessoryIdentity {
        AccessoryIdentity(
            accessoryID: setup["accessory_id"].text,
            keyPair: try #require(Ed25519KeyPair(seed: SecretBytes(setup["accessory_ltsk_seed"].bytes)))
        )
    }

    @Test("Pair Setup, byte for byte, both sides")
    func pairSetup() throws {
        let code = try #require(SetupCode(setup["setup_code"].text))
        var controller = PairSetupController(
            setupCode: code,
            identity: try controllerIdentity(),
            expectedAccessoryID: setup["accessory_id"].text,
            random: ScriptedRandom([setup["a"].bytes])
        )
        var accessory = PairSetupAccessory(
            identity: try accessoryIdentity(),
            credential: SetupCredential(setupCode: code, salt: setup["salt"].bytes),
            random: ScriptedRandom([setup["b"].bytes])
        )
        let context = PairSetupContext(isPaired: false)
        var consequences: [PairingConsequence] = []
        for (stage, answered) in [(PairSetupStage.m1, PairSetupStage.m2), (.m3, .m4), (.m5, .m6)] {
            let request = controller.compose(stage)
            #expect(request == setup["messages"][stage.name].bytes)
            let reply = accessory.receive(request, context: context)
            #expect(reply.body == setup["messages"][answered.name].bytes)
            #expect(reply.status == .success)
            consequences += reply.consequences.map(\.consequence)
            let answer = controller.receive(answered, reply.body)
            #expect(answer.isRight, "\(answer.flaws)")
        }
        let record = PairingRecord(
            identifier: Array(setup["controller_id"].text.utf8),
            publicKey: setup["controller_ltpk"].bytes,
            permissions: 1
        )
        #expect(consequences == [.attemptBegan, .clearFailures, .addPairing(record), .attemptEnded])
        let result = try #require(controller.result)
        #expect(result.accessoryID == setup["accessory_id"].text)
        #expect(result.accessoryLTPK == setup["accessory_ltpk"].bytes)
        #expect(result.isAdmin)
        #expect(!controller.wantsRestart)
        #expect(!accessory.isInProgress)
    }

    @Test("Transient Pair Setup leaves both sides with the keys of the vectors, and ends there")
    func transient() throws {
        let code = try #require(SetupCode(setup["setup_code"].text))
        let flags: PairSetupFlags = [.transient, .split]
        var controller = PairSetupController(
            setupCode: code,
            identity: try controllerIdentity(),
            flags: flags.rawValue,
            random: ScriptedRandom([setup["a"].bytes])
        )
        var accessory = PairSetupAccessory(
            identity: try accessoryIdentity(),
            credential: SetupCredential(setupCode: code, salt: setup["salt"].bytes),
            random: ScriptedRandom([setup["b"].bytes])
        )
        let context = PairSetupContext(isPaired: false, supportsSoftwareAuthentication: true)
        var consequences: [PairingConsequence] = []
        for (stage, answered) in [(PairSetupStage.m1, PairSetupStage.m2), (.m3, .m4)] {
            let reply = accessory.receive(controller.compose(stage), context: context)
            consequences += reply.consequences.map(\.consequence)
            #expect(controller.receive(answered, reply.body).isRight)
            let item: [UInt8] = answered == .m2 ? [0x13, 4, 0x10, 0, 0, 1] : []
            #expect(reply.body == setup["messages"][answered.name].bytes + item)
        }
        let keys = try #require(controller.transientKeys)
        #expect(keys.accessoryToController.secret.withBytes { $0 } == setup["split_accessory_key"].bytes)
        #expect(keys.controllerToAccessory.secret.withBytes { $0 } == setup["split_controller_key"].bytes)
        #expect(keys.sharedSecret == nil)
        #expect(!accessory.isInProgress)
        let kept = try #require(
            PairSetupAccessory.verifier(for: SetupCredential(setupCode: code, salt: setup["salt"].bytes))
        )
        #expect(
            consequences == [
                .attemptBegan, .clearFailures, .transientSessionEstablished(keys),
                .keepSetup(KeptSetup(salt: setup["salt"].bytes, verifier: kept)), .attemptEnded,
            ]
        )
    }

    @Test("Pair Verify, byte for byte, both sides, and the keys of the session")
    func pairVerify() throws {
        let pairing = AccessoryPairing(
            accessoryID: setup["accessory_id"].text,
            accessoryLTPK: setup["accessory_ltpk"].bytes,
            controller: try controllerIdentity(),
            isAdmin: true
        )
        var controller = PairVerifyController(
            pairing: pairing,
            random: ScriptedRandom([verify["controller_eph_secret"].bytes])
        )
        var accessory = PairVerifyAccessory(
            identity: try accessoryIdentity(),
            random: ScriptedRandom([verify["accessory_eph_secret"].bytes])
        )
        let record = PairingRecord(
            identifier: Array(setup["controller_id"].text.utf8),
            publicKey: setup["controller_ltpk"].bytes,
            permissions: 1
        )
        let context = PairVerifyContext(pairings: [record])
        var consequences: [PairingConsequence] = []
        for (stage, answered) in [(PairVerifyStage.m1, PairVerifyStage.m2), (.m3, .m4)] {
            #expect(controller.sessionKeys == nil)
            let request = controller.compose(stage)
            #expect(request == verify["messages"][stage.name].bytes)
            let reply = accessory.receive(request, context: context)
            #expect(reply.body == verify["messages"][answered.name].bytes)
            consequences += reply.consequences.map(\.consequence)
            let answer = controller.receive(answered, reply.body)
            #expect(answer.isRight, "\(answer.flaws)")
            if answered == .m2 { #expect(answer.plain?.encoded() == verify["m2_subtlv"].bytes) }
        }
        let keys = try #require(controller.sessionKeys)
        #expect(keys.accessoryToController.secret.withBytes { $0 } == verify["accessory_to_controller_key"].bytes)
        #expect(keys.controllerToAccessory.secret.withBytes { $0 } == verify["controller_to_accessory_key"].bytes)
        #expect(keys.sharedSecret?.secret.withBytes { $0 } == verify["shared_secret"].bytes)
        #expect(consequences == [.sessionEstablished(keys, identifier: record.identifier, isAdmin: true)])
    }

    @Test("the first frames of the session open with its keys")
    func frames() throws {
        let keys = SessionKeys(
            accessoryToController: EncryptionKey(SecretBytes(verify["accessory_to_controller_key"].bytes)),
            controllerToAccessory: EncryptionKey(SecretBytes(verify["controller_to_accessory_key"].bytes)),
            sharedSecret: SharedSecret(SecretBytes(verify["shared_secret"].bytes))
        )
        for (key, frame, plain) in [
            (keys.controllerToAccessory, verify["request_frame_counter0"].bytes, verify["request_plain"].text),
            (keys.accessoryToController, verify["response_frame_counter0"].bytes, verify["response_plain"].text),
        ] {
            let opened = ChaChaPoly.open(
                Array(frame.dropFirst(2)),
                key: key,
                nonce: AEADNonce(counter: 0),
                aad: Array(frame.prefix(2))
            )
            #expect(opened == Array(plain.utf8))
        }
    }

    @Test("what is signed has the parts and the order of the vectors")
    func signedInfo() {
        let expected = Vectors.all["signed_info"]
        #expect(expected["pair_setup_controller"].text == "iOSDeviceX | controller Pairing ID | controller LTPK")
        let orders = [
            ("pair-setup.M5.signed.order", ["x", "identifier", "ltpk"]),
            ("pair-setup.M6.signed.order", ["x", "identifier", "ltpk"]),
            ("pair-verify.M2.signed.order", ["accessory-key", "identifier", "controller-key"]),
            ("pair-verify.M3.signed.order", ["controller-key", "identifier", "accessory-key"]),
        ]
        for (point, order) in orders {
            #expect(PairingPoint.named(point).map(\.kind) == [.order(order)])
        }
    }

    @Test("one of the numbers begins with a zero byte, the controller makes no detour, both arrive at the vector's K")
    func leadingZeros() throws {
        for (name, number) in [("A_has_leading_zero", "A"), ("B_has_leading_zero", "B"), ("S_has_leading_zero", "S")] {
            let vector = Vectors.all["srp_leading_zero_cases"][name]
            let code = try #require(SetupCode(setup["setup_code"].text))
            var controller = PairSetupController(
                setupCode: code,
                identity: try controllerIdentity(),
                departures: .altering("srp.a", .set(vector["a"].bytes)),
                random: SeededRandom(seed: 1)
            )
            var accessory = PairSetupAccessory(
                identity: try accessoryIdentity(),
                credential: SetupCredential(setupCode: code, salt: setup["salt"].bytes),
                departures: .altering("srp.b", .set(vector["b"].bytes)),
                random: SeededRandom(seed: 2)
            )
            let m1 = accessory.receive(controller.compose(.m1), context: PairSetupContext(isPaired: false))
            let m2 = controller.receive(.m2, m1.body)
            #expect(m2.facts["srp.B.length"] == JSON(number == "B" ? 383 : 384))
            #expect(!controller.wantsRestart, "a case that chooses its numbers wants no other")
            let m3 = controller.compose(.m3)
            #expect(TLV8(decoding: m3)[.proof] == vector["M1"].bytes)
            #expect(TLV8(decoding: m3)[.publicKey]?.count == 384)
            let reply = accessory.receive(m3, context: PairSetupContext(isPaired: false))
            #expect(TLV8(decoding: reply.body)[.proof] == vector["M2_A_padded"].bytes)
            let m4 = controller.receive(.m4, reply.body)
            #expect(m4.facts["proof-right"] == true)
            #expect(m4.facts["srp.leading-zeros"] == [.string(number)])
            #expect(m4.facts["srp.form.S"] == (number == "S" ? "stripped" : "either"))
            #expect(m4.facts["srp.form.M2"] == (number == "A" ? "padded" : "either"))
        }
    }
}
