import HAPCrypto
import HAPModel

/// The accessory's half of one SRP exchange, from M2.
struct AccessoryExchange: Sendable {
    let settings: SRPSettings
    /// B as sent.
    let accessoryKey: MadeValue
    let verifier: SRPVerifier
    private let b: SRPExponent

    /// The maximum number of exponents drawn to get the required leading zero.
    private static let maximumDraws = 5000

    /// Draws b and computes B.
    ///
    /// - Parameter known: the verifier of this code and salt, if it is already computed.
    init(_ credential: SetupCredential, known: SRPVerifier?, with conduct: inout Conduct) {
        let salt = credential.salt ?? conduct.random.bytes(SRP.saltLength)
        settings = SRPSettings(setupCode: credential.setupCode, salt: salt, wireForm: .stripped, with: &conduct)
        let group = settings.group
        let isStandard = !SRPSettings.verifierPoints.contains { conduct.alterer.touches($0) }
        let computed = (isStandard ? known : nil) ?? SRP.verifier(settings.privateKey(with: &conduct), group: group)
        verifier = SRPVerifier(conduct.alterer.secret("srp.v", computed?.secret ?? SecretBytes([1])))
        let isAltered = conduct.alterer.touches("srp.b")
        let wanted = LeadingZeros(rawValue: conduct.departures.constant(PairingConstant.leadingZeroB.name, 1)) ?? .allow
        var exponent = SRPExponent(SecretBytes([1]))
        var number = group.generator.padded(to: group.length)
        for _ in 0..<(isAltered ? 1 : Self.maximumDraws) {
            let drawn = conduct.random.secret(SRPExponent.length)
            exponent = SRPExponent(conduct.alterer.secret("srp.b", drawn))
            number = SRP.accessoryPublicKey(exponent, verifier: verifier, group: group) ?? number
            if wanted.accepts(leadingZero: number.first == 0) { break }
        }
        b = exponent
        accessoryKey = conduct.made("M2.B", settings.wireForm.bytes(number, group: group))
    }

    /// Whether A is 0 modulo N, which would make S independent of the setup code.
    func isZero(_ controllerKey: [UInt8]) -> Bool {
        settings.group.isZero(controllerKey)
    }

    /// K and both proofs for the controller's A.
    func conclude(_ controllerKey: [UInt8], with conduct: inout Conduct) -> AccessoryConclusion {
        let (group, forms) = (settings.group, settings.forms)
        let scramble = SRP.scramble(
            controllerKey: controllerKey,
            accessoryKey: accessoryKey.value,
            group: group,
            forms: forms
        )
        let u = conduct.alterer.bytes("srp.u", scramble)
        let secret =
            SRP.accessorySecret(
                controllerKey: controllerKey,
                exponent: b,
                scramble: u,
                verifier: verifier,
                group: group
            )
            ?? SRPPremasterSecret(SecretBytes([UInt8](repeating: 0, count: group.length)))
        let key = settings.sessionKey(secret, with: &conduct).inForm(forms.sessionKey)
        let proof = SRP.controllerProof(
            user: settings.user,
            salt: settings.salt,
            controllerKey: controllerKey,
            accessoryKey: accessoryKey.value,
            sessionKey: key,
            group: group,
            forms: forms
        )
        let expected = conduct.alterer.bytes("srp.M1", proof)
        let answer = SRP.accessoryProof(
            controllerKey: controllerKey,
            controllerProof: expected,
            sessionKey: key,
            group: group,
            forms: forms
        )
        return AccessoryConclusion(
            sessionKey: key,
            expectedProof: expected,
            answer: conduct.alterer.bytes("srp.M2", answer)
        )
    }
}

/// The accessory's result of SRP.
struct AccessoryConclusion: Sendable {
    var sessionKey: SRPSessionKey
    var expectedProof: [UInt8]
    var answer: [UInt8]
}
