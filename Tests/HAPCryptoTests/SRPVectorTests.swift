import HAPCrypto
import HAPModel
import Testing
import Vectors

/// One set of SRP values: what both sides draw, and what follows.
struct SRPValues: Sendable, CustomTestStringConvertible {
    var name: String
    var user: [UInt8]
    var password: String
    var salt: [UInt8]
    var a: [UInt8]
    var b: [UInt8]

    var testDescription: String { name }

    static let appendix = SRPValues(
        name: "ADK",
        user: Array(Vectors.all["srp_3072_sha512"]["I"].text.utf8),
        password: Vectors.all["srp_3072_sha512"]["p"].text,
        salt: Vectors.all["srp_3072_sha512"]["s"].bytes,
        a: Vectors.all["srp_3072_sha512"]["a"].bytes,
        b: Vectors.all["srp_3072_sha512"]["b"].bytes
    )

    static let transcript: SRPValues = {
        let values = Vectors.all["pair_setup_transcript"]
        return SRPValues(
            name: "transcript",
            user: SRP.user,
            password: values["setup_code"].text,
            salt: values["salt"].bytes,
            a: values["a"].bytes,
            b: values["b"].bytes
        )
    }()

    static func leadingZero(_ name: String) -> SRPValues {
        let values = Vectors.all["srp_leading_zero_cases"][name]
        var srp = transcript
        srp.name = name
        srp.a = values["a"].bytes
        srp.b = values["b"].bytes
        return srp
    }

    var x: SRPPrivateKey { SRP.privateKey(salt: salt, user: user, password: SecretBytes(Array(password.utf8))) }

    /// Everything that follows, as both sides compute it; the sides must agree.
    func computed() throws -> (A: [UInt8], B: [UInt8], u: [UInt8], S: SRPPremasterSecret) {
        let (a, b) = (SRPExponent(SecretBytes(a)), SRPExponent(SecretBytes(b)))
        let v = try #require(SRP.verifier(x, group: .hap))
        let A = try #require(SRP.controllerPublicKey(a, group: .hap))
        let B = try #require(SRP.accessoryPublicKey(b, verifier: v, group: .hap))
        let u = SRP.scramble(controllerKey: A, accessoryKey: B, group: .hap)
        let ours = try #require(
            SRP.controllerSecret(accessoryKey: B, exponent: a, scramble: u, privateKey: x, group: .hap)
        )
        let theirs = try #require(
            SRP.accessorySecret(controllerKey: A, exponent: b, scramble: u, verifier: v, group: .hap)
        )
        #expect(ours == theirs)
        return (A, B, u, ours)
    }
}

@Suite struct SRPVectorTests {
    private let vectors = Vectors.all["srp_3072_sha512"]

    @Test("HAP's group is RFC 5054's 3072-bit one with g = 5")
    func group() {
        #expect(SRPGroup.hap.modulus == vectors["N"].bytes)
        #expect(SRPGroup.hap.generator == vectors["g"].bytes)
        #expect(SRPGroup.hap.multiplier == vectors["k"].bytes)
        #expect(SRPGroup.hap.length == vectors["sizes"]["N"].number)
    }

    @Test("every value of the ADK's vector follows from its inputs")
    func steps() throws {
        let values = SRPValues.appendix
        #expect(values.x.secret.withBytes { $0 } == vectors["x"].bytes)
        let v = try #require(SRP.verifier(values.x, group: .hap))
        #expect(v.secret.withBytes { $0 } == vectors["v"].bytes)
        let (A, B, u, S) = try values.computed()
        #expect(A == vectors["A"].bytes)
        #expect(B == vectors["B"].bytes)
        #expect(u == vectors["u"].bytes)
        #expect(S.secret.withBytes { $0 } == vectors["S"].bytes)
        let K = SRP.sessionKey(S, group: .hap)
        #expect(K.secret.withBytes { $0 } == vectors["K"].bytes)
        let M1 = SRP.controllerProof(
            user: values.user,
            salt: values.salt,
            controllerKey: A,
            accessoryKey: B,
            sessionKey: K,
            group: .hap
        )
        #expect(M1 == vectors["M1"].bytes)
        let M2 = SRP.accessoryProof(controllerKey: A, controllerProof: M1, sessionKey: K, group: .hap)
        #expect(M2 == vectors["M2"].bytes)
        #expect(M2.count == vectors["sizes"]["proof"].number)
    }

    @Test("the verifier of a setup code with its dashes")
    func verifier() throws {
        let vectors = Vectors.all["srp_verifier_hap_user"]
        #expect(Array(vectors["I"].text.utf8) == SRP.user)
        let code = try #require(SetupCode(vectors["p"].text))
        let password = code.withText { SecretBytes(Array($0.utf8)) }
        let x = SRP.privateKey(salt: vectors["s"].bytes, user: SRP.user, password: password)
        #expect(SRP.verifier(x, group: .hap)?.secret.withBytes { $0 } == vectors["v"].bytes)
    }

    @Test(
        "numbers that begin with a zero byte: Apple strips A, B and S in M1 and K, and pads A in M2",
        arguments: ["A_has_leading_zero", "B_has_leading_zero", "S_has_leading_zero"]
    )
    func leadingZeros(name: String) throws {
        let expected = Vectors.all["srp_leading_zero_cases"][name]
        let values = SRPValues.leadingZero(name)
        let (A, B, _, S) = try values.computed()
        #expect(Array(A.prefix(4)) == expected["A_first4"].bytes)
        #expect(Array(B.prefix(4)) == expected["B_first4"].bytes)
        #expect(S.secret.withBytes { Array($0.prefix(4)) } == expected["S_first4"].bytes)
        #expect(S.hasLeadingZero == (name == "S_has_leading_zero"))
        let K = SRP.sessionKey(S, group: .hap)
        #expect(K.secret.withBytes { $0 } == expected["K"].bytes)
        let padded = SRP.sessionKey(S, group: .hap, form: .padded)
        #expect(padded.secret.withBytes { $0 } == expected["K_if_S_were_padded"].bytes)
        #expect(SRP.sessionKey(S, group: .hap, form: .asSent) == padded)
        let M1 = SRP.controllerProof(
            user: values.user,
            salt: values.salt,
            controllerKey: A,
            accessoryKey: B,
            sessionKey: K,
            group: .hap
        )
        #expect(M1 == expected["M1"].bytes)
        let answers = [SRPForm.padded, .stripped].map { form in
            SRP.accessoryProof(
                controllerKey: A,
                controllerProof: M1,
                sessionKey: K,
                group: .hap,
                forms: SRPForms(controllerKeyInAnswer: form)
            )
        }
        #expect(answers == [expected["M2_A_padded"].bytes, expected["M2_A_stripped"].bytes])
    }

    @Test("a key sent without its zero bytes counts as the same number")
    func shortKey() throws {
        let values = SRPValues.leadingZero("A_has_leading_zero")
        let (A, B, u, S) = try values.computed()
        let short = A.withoutLeadingZeros
        #expect(short.count == 383)
        #expect(SRP.scramble(controllerKey: short, accessoryKey: B, group: .hap) == u)
        let v = try #require(SRP.verifier(values.x, group: .hap))
        let theirs = SRP.accessorySecret(
            controllerKey: short,
            exponent: SRPExponent(SecretBytes(values.b)),
            scramble: u,
            verifier: v,
            group: .hap
        )
        #expect(theirs == S)
    }

    @Test("a key that is 0 modulo N makes S = 0, whatever the code", arguments: [0, 1, 2, 3])
    func illegalKey(row: Int) throws {
        let name = Vectors.all["srp_illegal_A"]["A_values"].elements[row].text
        let key: [UInt8]
        switch name {
        case "00": key = [0]
        case "384 zero bytes": key = [UInt8](repeating: 0, count: 384)
        case "N": key = SRPGroup.hap.modulus
        case "empty value": key = []
        default:
            Issue.record("an unknown illegal key: \(name)")
            return
        }
        #expect(SRPGroup.hap.isZero(key))
        #expect(!SRPGroup.hap.isZero(SRPGroup.hap.modulus + [1]))
        let values = SRPValues.transcript
        let v = try #require(SRP.verifier(values.x, group: .hap))
        let S = try #require(
            SRP.accessorySecret(
                controllerKey: key,
                exponent: SRPExponent(SecretBytes(values.b)),
                scramble: [1],
                verifier: v,
                group: .hap
            )
        )
        let expected = Vectors.all["srp_illegal_A"]["K_for_S_zero"]
        #expect(SRP.sessionKey(S, group: .hap).secret.withBytes { $0 } == expected["S_as_empty_string"].bytes)
        #expect(
            SRP.sessionKey(S, group: .hap, form: .padded).secret.withBytes { $0 }
                == expected["S_as_384_zero_bytes"].bytes
        )
        let one = SRPPremasterSecret(SecretBytes([0]))
        #expect(
            SRP.sessionKey(one, group: .hap, form: .asSent).secret.withBytes { $0 }
                == expected["S_as_one_zero_byte"].bytes
        )
    }

    @Test("the transcript's values, from the setup code to both proofs")
    func transcript() throws {
        let expected = Vectors.all["pair_setup_transcript"]
        let values = SRPValues.transcript
        let v = try #require(SRP.verifier(values.x, group: .hap))
        #expect(v.secret.withBytes { $0 } == expected["verifier"].bytes)
        let (A, B, u, S) = try values.computed()
        #expect(A == expected["A"].bytes)
        #expect(B == expected["B"].bytes)
        #expect(u == expected["u"].bytes)
        #expect(S.secret.withBytes { $0 } == expected["S"].bytes)
        let K = SRP.sessionKey(S, group: .hap)
        #expect(K.secret.withBytes { $0 } == expected["K"].bytes)
        let M1 = SRP.controllerProof(
            user: SRP.user,
            salt: values.salt,
            controllerKey: A,
            accessoryKey: B,
            sessionKey: K,
            group: .hap
        )
        #expect(M1 == expected["M1"].bytes)
        #expect(
            SRP.accessoryProof(controllerKey: A, controllerProof: M1, sessionKey: K, group: .hap)
                == expected["M2"].bytes
        )
        let derived: [(KeyLabel, String)] = [
            (.pairSetupEncryptKey, "encrypt_key"), (.iosDeviceX, "ios_device_x"), (.accessoryX, "accessory_x"),
            (.transientAccessoryToController, "split_accessory_key"),
            (.transientControllerToAccessory, "split_controller_key"),
        ]
        for (label, name) in derived {
            #expect(HKDF.derive(label, from: K.secret).withBytes { $0 } == expected[name].bytes, "\(name)")
        }
    }

    @Test("unusable groups are rejected, others work")
    func otherGroups() throws {
        #expect(SRPGroup(modulus: [], generator: [5]) == nil)
        #expect(SRPGroup(modulus: [UInt8](repeating: 0xfe, count: 128), generator: [5]) == nil)
        #expect(SRPGroup(modulus: [7], generator: [5]) == nil)
        let two = try #require(SRPGroup(modulus: SRPGroup.hap.modulus, generator: [2]))
        #expect(two.multiplier != SRPGroup.hap.multiplier)
        let a = SRPExponent(SecretBytes([3]))
        #expect(SRP.controllerPublicKey(a, group: two)?.withoutLeadingZeros == [8])
        #expect(SRP.controllerPublicKey(a, group: .hap)?.withoutLeadingZeros == [125])
    }
}
