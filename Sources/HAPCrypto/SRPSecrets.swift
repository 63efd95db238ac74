/// The private exponent of one side: a or b.
package struct SRPExponent: SecretValue {
    /// HAP's exponents have 256 bits.
    package static let length = 32

    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }
}

/// The private key from the setup code: x = H(salt | H(user ':' code)).
package struct SRPPrivateKey: SecretValue {
    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }
}

/// v = g^x mod N, which an accessory stores instead of its setup code.
package struct SRPVerifier: SecretValue {
    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }
}

/// S, the shared secret; as long as the modulus.
package struct SRPPremasterSecret: SecretValue {
    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }

    /// Whether the number begins with a zero byte, so that implementations may disagree on K.
    package var hasLeadingZero: Bool { secret.withBuffer { $0.first == 0 } }
}

/// K = H(S), the key of M5 and M6.
package struct SRPSessionKey: SecretValue {
    package static let length = 64

    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }

    /// Whether K begins with a zero byte, which breaks implementations that treat it as a number.
    package var hasLeadingZero: Bool { secret.withBuffer { $0.first == 0 } }

    /// K as such an implementation computes it, if the form is ``SRPForm/stripped``.
    package func inForm(_ form: SRPForm) -> SRPSessionKey {
        guard form == .stripped, hasLeadingZero else { return self }
        return SRPSessionKey(secret.withBuffer { SecretBytes($0.drop { $0 == 0 }) })
    }
}
