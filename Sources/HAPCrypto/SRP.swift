/// SRP-6a as HAP uses it, one function for each step, so that a case can replace any intermediate value.
///
/// These functions do not validate their input: a public key may have any bytes. Results are as long as the modulus.
/// A step returns `nil` only when memory runs out.
package enum SRP {
    /// HAP's user name.
    package static let user: [UInt8] = Array("Pair-Setup".utf8)
    /// The length of a salt in bytes.
    package static let saltLength = 16
    /// The length of either proof in bytes.
    package static let proofLength = 64

    /// x = H(salt | H(user ':' password)).
    package static func privateKey(salt: [UInt8], user: [UInt8], password: SecretBytes) -> SRPPrivateKey {
        let inner = (user + [UInt8(ascii: ":")]).withUnsafeBufferPointer { user in
            password.withBuffer { SHA512.secret(user, $0) }
        }
        return SRPPrivateKey(
            salt.withUnsafeBufferPointer { salt in
                inner.withBuffer { SHA512.secret(salt, $0) }
            }
        )
    }

    /// v = g^x mod N.
    package static func verifier(_ key: SRPPrivateKey, group: SRPGroup) -> SRPVerifier? {
        guard let arithmetic = SRPGroup.Arithmetic(group), let x = BigNumber(secret: key.secret),
            let verifier = arithmetic.powerOfGenerator(x)?.secretBytes(count: group.length)
        else { return nil }
        return SRPVerifier(verifier)
    }

    /// A = g^a mod N.
    package static func controllerPublicKey(_ exponent: SRPExponent, group: SRPGroup) -> [UInt8]? {
        guard let arithmetic = SRPGroup.Arithmetic(group), let a = BigNumber(secret: exponent.secret) else {
            return nil
        }
        return arithmetic.powerOfGenerator(a)?.bytes(count: group.length)
    }

    /// B = k·v + g^b mod N.
    package static func accessoryPublicKey(
        _ exponent: SRPExponent,
        verifier: SRPVerifier,
        group: SRPGroup
    ) -> [UInt8]? {
        guard let arithmetic = SRPGroup.Arithmetic(group), let b = BigNumber(secret: exponent.secret),
            let v = BigNumber(secret: verifier.secret),
            let blind = arithmetic.product(arithmetic.multiplier, v)
        else { return nil }
        return arithmetic.powerOfGenerator(b)?.adding(blind)?
            .reduced(by: arithmetic.modulus, in: arithmetic.context)?.bytes(count: group.length)
    }

    /// u = H(A | B).
    package static func scramble(
        controllerKey: [UInt8],
        accessoryKey: [UInt8],
        group: SRPGroup,
        forms: SRPForms = .apple
    ) -> [UInt8] {
        SHA512.hash(
            forms.controllerKeyInScramble.bytes(controllerKey, group: group),
            forms.accessoryKeyInScramble.bytes(accessoryKey, group: group)
        )
    }

    /// The controller's S = (B - k·g^x) ^ (a + u·x) mod N.
    package static func controllerSecret(
        accessoryKey: [UInt8],
        exponent: SRPExponent,
        scramble: [UInt8],
        privateKey: SRPPrivateKey,
        group: SRPGroup
    ) -> SRPPremasterSecret? {
        guard let arithmetic = SRPGroup.Arithmetic(group), let accessoryKey = arithmetic.reduced(accessoryKey),
            let a = BigNumber(secret: exponent.secret), let u = BigNumber(scramble),
            let x = BigNumber(secret: privateKey.secret), let v = arithmetic.powerOfGenerator(x),
            let blind = arithmetic.product(arithmetic.multiplier, v),
            let base = accessoryKey.subtracting(blind, modulo: arithmetic.modulus, in: arithmetic.context),
            let sum = u.multiplied(by: x, in: arithmetic.context)?.adding(a),
            let secret = arithmetic.power(base, sum)?.secretBytes(count: group.length)
        else { return nil }
        return SRPPremasterSecret(secret)
    }

    /// The accessory's S = (A · v^u) ^ b mod N.
    package static func accessorySecret(
        controllerKey: [UInt8],
        exponent: SRPExponent,
        scramble: [UInt8],
        verifier: SRPVerifier,
        group: SRPGroup
    ) -> SRPPremasterSecret? {
        guard let arithmetic = SRPGroup.Arithmetic(group), let controllerKey = arithmetic.reduced(controllerKey),
            let b = BigNumber(secret: exponent.secret), let u = BigNumber(scramble),
            let v = BigNumber(secret: verifier.secret), let power = arithmetic.power(v, u),
            let base = arithmetic.product(controllerKey, power),
            let secret = arithmetic.power(base, b)?.secretBytes(count: group.length)
        else { return nil }
        return SRPPremasterSecret(secret)
    }

    /// K = H(S); an altered S, or one of another length, should be hashed ``SRPForm/asSent``.
    package static func sessionKey(
        _ secret: SRPPremasterSecret,
        group: SRPGroup,
        form: SRPForm = SRPForms.apple.secretInSessionKey
    ) -> SRPSessionKey {
        SRPSessionKey(
            secret.secret.withBuffer { bytes in
                switch form {
                case .stripped: SHA512.secret(UnsafeBufferPointer(rebasing: bytes.drop { $0 == 0 }))
                case .padded where bytes.count < group.length:
                    [UInt8](repeating: 0, count: group.length - bytes.count).withUnsafeBufferPointer {
                        SHA512.secret($0, bytes)
                    }
                case .padded, .asSent: SHA512.secret(bytes)
                }
            }
        )
    }

    /// The controller's proof M1 = H(H(N) xor H(g) | H(user) | salt | A | B | K).
    package static func controllerProof(
        user: [UInt8],
        salt: [UInt8],
        controllerKey: [UInt8],
        accessoryKey: [UInt8],
        sessionKey: SRPSessionKey,
        group: SRPGroup,
        forms: SRPForms = .apple
    ) -> [UInt8] {
        let numbers = zip(SHA512.hash(group.modulus), SHA512.hash(group.generator)).map { $0 ^ $1 }
        return sessionKey.secret.withBytes { key in
            SHA512.hash(
                numbers,
                SHA512.hash(user),
                salt,
                forms.controllerKeyInProof.bytes(controllerKey, group: group),
                forms.accessoryKeyInProof.bytes(accessoryKey, group: group),
                key
            )
        }
    }

    /// The accessory's proof M2 = H(A | M1 | K).
    package static func accessoryProof(
        controllerKey: [UInt8],
        controllerProof: [UInt8],
        sessionKey: SRPSessionKey,
        group: SRPGroup,
        forms: SRPForms = .apple
    ) -> [UInt8] {
        sessionKey.secret.withBytes { key in
            SHA512.hash(forms.controllerKeyInAnswer.bytes(controllerKey, group: group), controllerProof, key)
        }
    }
}
