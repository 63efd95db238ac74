import HAPCrypto
import Testing
import Vectors

@Suite struct SessionVectorTests {
    private let vectors = Vectors.all["pair_verify_transcript"]

    private func sharedSecret() throws -> SharedSecret {
        let controller = Curve25519KeyPair(fitting: SecretBytes(vectors["controller_eph_secret"].bytes))
        let accessory = Curve25519KeyPair(fitting: SecretBytes(vectors["accessory_eph_secret"].bytes))
        #expect(controller.publicKey == vectors["controller_eph_public"].bytes)
        #expect(accessory.publicKey == vectors["accessory_eph_public"].bytes)
        let ours = try #require(controller.sharedSecret(with: accessory.publicKey))
        #expect(ours == accessory.sharedSecret(with: controller.publicKey))
        return ours
    }

    @Test("both sides of Pair Verify share the secret, and all keys follow from it")
    func keys() throws {
        let shared = try sharedSecret().secret
        #expect(shared.withBytes { $0 } == vectors["shared_secret"].bytes)
        let derived: [(KeyLabel, [UInt8]?, String)] = [
            (.pairVerifySessionKey, nil, "session_key"),
            (.accessoryToControllerKey, nil, "accessory_to_controller_key"),
            (.controllerToAccessoryKey, nil, "controller_to_accessory_key"),
            (.eventKey, nil, "event_key"),
            (.resumeSessionID, nil, "resume_session_id"),
            (.broadcastKey, Vectors.all["pair_setup_transcript"]["controller_ltpk"].bytes, "broadcast_key"),
        ]
        for (label, salt, name) in derived {
            let key = HKDF.derive(label, from: shared, salt: salt)
            #expect(key.withBytes { $0 } == vectors[name].bytes, "\(name)")
        }
    }

    @Test("the first frame of each direction opens and seals with its key, counter 0 and its length as AAD")
    func frames() {
        for (key, plain, frame) in [
            ("controller_to_accessory_key", "request_plain", "request_frame_counter0"),
            ("accessory_to_controller_key", "response_plain", "response_frame_counter0"),
        ] {
            let key = EncryptionKey(SecretBytes(vectors[key].bytes))
            let (plain, frame) = (Array(vectors[plain].text.utf8), vectors[frame].bytes)
            let aad = Array(frame.prefix(2))
            #expect(aad == UInt16(plain.count).littleEndianBytes)
            let nonce = AEADNonce(counter: 0)
            #expect(ChaChaPoly.open(Array(frame.dropFirst(2)), key: key, nonce: nonce, aad: aad) == plain)
            #expect(aad + ChaChaPoly.seal(plain, key: key, nonce: nonce, aad: aad) == frame)
            #expect(ChaChaPoly.open(Array(frame.dropFirst(2)), key: key, nonce: AEADNonce(counter: 1), aad: aad) == nil)
            #expect(ChaChaPoly.open(Array(frame.dropFirst(2)), key: key, nonce: nonce) == nil)
        }
    }

    @Test("a long message goes in frames of 1024 and 476 bytes")
    func longMessage() {
        let key = EncryptionKey(SecretBytes(vectors["controller_to_accessory_key"].bytes))
        let message = [UInt8](repeating: 0x61, count: 1500)
        var encoded: [UInt8] = []
        for (counter, part) in [(UInt64(1), message[..<1024]), (2, message[1024...])] {
            let aad = UInt16(part.count).littleEndianBytes
            encoded += aad + ChaChaPoly.seal(part, key: key, nonce: AEADNonce(counter: counter), aad: aad)
        }
        #expect(encoded.count == vectors["long_message"]["encoded_length"].number)
        #expect(SHA256.hash(encoded) == vectors["long_message"]["encoded_sha256"].bytes)
    }

    @Test("what Pair Verify signs and seals, from the transcript")
    func sealedMessages() throws {
        let setup = Vectors.all["pair_setup_transcript"]
        let key = EncryptionKey(HKDF.derive(.pairVerifySessionKey, from: try sharedSecret().secret))
        let (controllerKey, accessoryKey) = (
            vectors["controller_eph_public"].bytes, vectors["accessory_eph_public"].bytes
        )
        let rows: [(String, String, String, [UInt8], [UInt8], NonceLabel, String, Int)] = [
            (
                "accessory_ltsk_seed", "accessory_ltpk", "accessory_id", accessoryKey, controllerKey, .pairVerifyM2,
                "m2_subtlv", 37
            ),
            (
                "controller_ltsk_seed", "controller_ltpk", "controller_id", controllerKey, accessoryKey, .pairVerifyM3,
                "m3_subtlv", 3
            ),
        ]
        for (seed, ltpk, id, first, last, nonce, plain, offset) in rows {
            let keyPair = try #require(Ed25519KeyPair(seed: SecretBytes(setup[seed].bytes)))
            #expect(keyPair.publicKey == setup[ltpk].bytes)
            let identifier = Array(setup[id].text.utf8)
            let signature = keyPair.signature(of: first + identifier + last)
            let subTLV = [1, UInt8(identifier.count)] + identifier + [0x0a, 64] + signature
            #expect(subTLV == vectors[plain].bytes)
            let message = vectors["messages"][nonce == .pairVerifyM2 ? "M2" : "M3"].bytes
            #expect(
                message.dropFirst(offset).dropFirst(2) == ChaChaPoly.seal(subTLV, key: key, nonce: .init(nonce))[...]
            )
            #expect(Ed25519.verifies(signature, of: first + identifier + last, by: keyPair.publicKey))
            #expect(!Ed25519.verifies(signature, of: last + identifier + first, by: keyPair.publicKey))
        }
    }

    @Test(
        "a key of low order gives no secret, and zero where it is asked for unchecked, also with bit 255 set",
        arguments: Vectors.all["x25519_low_order_points"]["points"].elements.map { $0["name"].text }
    )
    func lowOrder(name: String) throws {
        let point = try #require(
            Vectors.all["x25519_low_order_points"]["points"].elements.first { $0["name"].text == name }
        )["hex"].bytes
        let pair = Curve25519KeyPair(random: SeededRandom(seed: 1))
        var highBit = point
        highBit[31] |= 0x80
        for key in [point, highBit] {
            #expect(pair.sharedSecret(with: key) == nil)
            #expect(pair.uncheckedSharedSecret(with: key).secret.withBytes { $0 } == [UInt8](repeating: 0, count: 32))
        }
        #expect(pair.sharedSecret(with: Array(point.prefix(31))) == nil)
    }
}
