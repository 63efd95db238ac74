import HAPCrypto
import HAPModel

/// The controller's half of one SRP exchange: all of M3, and the expected M4.
struct ControllerExchange: Sendable {
    let settings: SRPSettings
    /// A as sent.
    let controllerKey: MadeValue
    let sessionKey: SRPSessionKey
    /// M1 as computed, before alterations of the message.
    let proof: [UInt8]
    /// Whether the numbers begin with a zero byte: A, B, S, K.
    let leadingZeros: [String]

    /// The maximum number of exponents drawn to get the required leading zeros.
    private static let maximumDraws = 5000

    /// Computes M3 for the accessory's key; draws a until the leading zeros are as required.
    init(accessoryKey: [UInt8], settings: SRPSettings, with conduct: inout Conduct) {
        let x = settings.privateKey(with: &conduct)
        let drawn = Self.draw(accessoryKey: accessoryKey, x: x, settings: settings, with: conduct)
        let a = SRPExponent(conduct.alterer.secret("srp.a", drawn.a.secret))
        let isFree = a.secret === drawn.a.secret
        let number =
            isFree
            ? drawn.controllerKey
            : SRP.controllerPublicKey(a, group: settings.group) ?? settings.group.modulus
        let wire = settings.wireForm.bytes(number, group: settings.group)
        let made = conduct.made("M3.A", wire)
        let controllerKey = made.value
        let computed = SRP.scramble(
            controllerKey: controllerKey,
            accessoryKey: accessoryKey,
            group: settings.group,
            forms: settings.forms
        )
        let u = conduct.alterer.bytes("srp.u", computed)
        var secret = drawn.secret
        if !isFree || controllerKey != wire || u != drawn.scramble {
            secret = Self.secret(accessoryKey, a: a, u: u, x: x, settings: settings)
        }
        let wholeKey = settings.sessionKey(secret, with: &conduct)
        sessionKey = wholeKey.inForm(settings.forms.sessionKey)
        let proof = SRP.controllerProof(
            user: settings.user,
            salt: settings.salt,
            controllerKey: controllerKey,
            accessoryKey: accessoryKey,
            sessionKey: sessionKey,
            group: settings.group,
            forms: settings.forms
        )
        self.proof = conduct.alterer.bytes("srp.M1", proof)
        self.controllerKey = made
        self.settings = settings
        leadingZeros = [
            ("A", controllerKey.padded(to: settings.group.length).first == 0),
            ("B", accessoryKey.padded(to: settings.group.length).first == 0),
            ("S", secret.hasLeadingZero), ("K", wholeKey.hasLeadingZero),
        ].filter(\.1).map(\.0)
    }

    /// The accessory's proof, with A in the given form.
    func answer(_ form: SRPForm, to proof: [UInt8]) -> [UInt8] {
        SRP.accessoryProof(
            controllerKey: controllerKey.value,
            controllerProof: proof,
            sessionKey: sessionKey,
            group: settings.group,
            forms: SRPForms(controllerKeyInAnswer: form)
        )
    }

    private struct Draw {
        var a: SRPExponent
        var controllerKey: [UInt8]
        var scramble: [UInt8]
        var secret: SRPPremasterSecret
    }

    /// Draws a until A, S and K are as required; only once if a is altered.
    private static func draw(
        accessoryKey: [UInt8],
        x: SRPPrivateKey,
        settings: SRPSettings,
        with conduct: Conduct
    ) -> Draw {
        let (wantedA, wantedS, wantedK) = (
            conduct.leadingZeros(.leadingZeroA), conduct.leadingZeros(.leadingZeroS),
            conduct.leadingZeros(.leadingZeroK)
        )
        let draws = conduct.alterer.touches("srp.a") ? 1 : maximumDraws
        let first = SRPExponent(conduct.random.secret(SRPExponent.length))
        guard
            var search = SRPSearch(from: first, accessoryKey: accessoryKey, privateKey: x, group: settings.group)
        else { return fallback(settings) }
        var last: Draw?
        for number in 0..<draws {
            if number > 0, !search.advance() { break }
            let key = search.controllerKey
            guard wantedA.accepts(leadingZero: key.first == 0) || draws == 1 else { continue }
            let u = SRP.scramble(
                controllerKey: key,
                accessoryKey: accessoryKey,
                group: settings.group,
                forms: settings.forms
            )
            // Two additional powers, which pay off only if several attempts share them.
            let secret =
                wantedS == .want || wantedK == .want
                ? search.secret(scramble: u) ?? zero(settings)
                : secret(accessoryKey, a: search.exponent, u: u, x: x, settings: settings)
            let sessionKey = SRP.sessionKey(secret, group: settings.group, form: settings.forms.secretInSessionKey)
            let draw = Draw(a: search.exponent, controllerKey: key, scramble: u, secret: secret)
            if wantedS.accepts(leadingZero: secret.hasLeadingZero),
                wantedK.accepts(leadingZero: sessionKey.hasLeadingZero)
            {
                return draw
            }
            last = draw
        }
        return last ?? fallback(settings)
    }

    /// The result if no exponent fits.
    private static func fallback(_ settings: SRPSettings) -> Draw {
        Draw(
            a: SRPExponent(SecretBytes([1])),
            controllerKey: settings.group.generator.padded(to: settings.group.length),
            scramble: [0],
            secret: SRPPremasterSecret(SecretBytes([0]))
        )
    }

    private static func zero(_ settings: SRPSettings) -> SRPPremasterSecret {
        SRPPremasterSecret(SecretBytes([UInt8](repeating: 0, count: settings.group.length)))
    }

    private static func secret(
        _ accessoryKey: [UInt8],
        a: SRPExponent,
        u: [UInt8],
        x: SRPPrivateKey,
        settings: SRPSettings
    ) -> SRPPremasterSecret {
        SRP.controllerSecret(accessoryKey: accessoryKey, exponent: a, scramble: u, privateKey: x, group: settings.group)
            ?? zero(settings)
    }
}
