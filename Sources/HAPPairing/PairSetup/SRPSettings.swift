import HAPCrypto
import HAPModel

/// One side's inputs of SRP, after its alterations.
struct SRPSettings: Sendable {
    var group: SRPGroup
    var user: [UInt8]
    var password: SecretBytes
    var salt: [UInt8]
    var forms: SRPForms
    /// The form of sent numbers.
    var wireForm: SRPForm

    /// The settings of a side that sends numbers in the form `wireForm`.
    init(setupCode: SetupCode, salt: [UInt8], wireForm: SRPForm, with conduct: inout Conduct) {
        let code = conduct.alterer.secret("srp.code", setupCode.withText { SecretBytes($0.utf8) })
        self.init(
            group: Self.group(with: &conduct.alterer),
            user: conduct.alterer.bytes("srp.user", SRP.user),
            password: code,
            salt: conduct.alterer.bytes("srp.salt", salt),
            forms: Self.forms(with: &conduct.alterer),
            wireForm: conduct.alterer.choice("srp.form.wire", wireForm)
        )
    }

    private init(
        group: SRPGroup,
        user: [UInt8],
        password: SecretBytes,
        salt: [UInt8],
        forms: SRPForms,
        wireForm: SRPForm
    ) {
        self.group = group
        self.user = user
        self.password = password
        self.salt = salt
        self.forms = forms
        self.wireForm = wireForm
    }

    /// The points whose alterations change the verifier.
    static let verifierPoints = ["srp.N", "srp.g", "srp.k", "srp.user", "srp.code", "srp.salt", "srp.x", "srp.v"]

    /// x, after its alterations.
    func privateKey(with conduct: inout Conduct) -> SRPPrivateKey {
        let key = SRP.privateKey(salt: salt, user: user, password: password)
        return SRPPrivateKey(conduct.alterer.secret("srp.x", key.secret))
    }

    /// K = H(S); an altered S is hashed as it is.
    func sessionKey(_ secret: SRPPremasterSecret, with conduct: inout Conduct) -> SRPSessionKey {
        let isAltered = conduct.alterer.touches("srp.S")
        let secret = SRPPremasterSecret(conduct.alterer.secret("srp.S", secret.secret))
        let key = SRP.sessionKey(secret, group: group, form: isAltered ? .asSent : forms.secretInSessionKey)
        return SRPSessionKey(conduct.alterer.secret("srp.K", key.secret))
    }

    /// HAP's group, or the altered one; an altered group that is unusable is replaced by HAP's.
    private static func group(with alterer: inout Alterer) -> SRPGroup {
        let hap = SRPGroup.hap
        guard alterer.touches("srp.N") || alterer.touches("srp.g") || alterer.touches("srp.k") else { return hap }
        let modulus = alterer.bytes("srp.N", hap.modulus)
        let generator = alterer.bytes("srp.g", hap.generator)
        guard let group = SRPGroup(modulus: modulus, generator: generator) else { return hap }
        let multiplier = alterer.bytes("srp.k", group.multiplier)
        return SRPGroup(modulus: modulus, generator: generator, multiplier: multiplier) ?? group
    }

    private static func forms(with alterer: inout Alterer) -> SRPForms {
        let apple = SRPForms.apple
        return SRPForms(
            controllerKeyInProof: alterer.choice("srp.form.A", apple.controllerKeyInProof),
            accessoryKeyInProof: alterer.choice("srp.form.B", apple.accessoryKeyInProof),
            secretInSessionKey: alterer.choice("srp.form.S", apple.secretInSessionKey),
            controllerKeyInScramble: alterer.choice("srp.form.u.A", apple.controllerKeyInScramble),
            accessoryKeyInScramble: alterer.choice("srp.form.u.B", apple.accessoryKeyInScramble),
            controllerKeyInAnswer: alterer.choice("srp.form.M2", apple.controllerKeyInAnswer),
            sessionKey: alterer.choice("srp.form.K", apple.sessionKey)
        )
    }
}
