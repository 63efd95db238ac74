import HAPCrypto

/// Creates the points that every message, seal and signature has.
struct PairingPointBuilder {
    var procedure: PairingProcedure

    func value(_ name: String, _ meaning: String) -> PairingPoint {
        point(name, .value, meaning)
    }

    func field(_ name: String, _ meaning: String) -> PairingPoint {
        point(name, .field, meaning)
    }

    func choice(_ name: String, _ meaning: String, _ ways: [String]) -> PairingPoint {
        point(name, .choice(ways), meaning)
    }

    func order(_ name: String, _ meaning: String, _ parts: [String]) -> PairingPoint {
        point(name, .order(parts), meaning)
    }

    /// A message, its items, their order, and additional items.
    ///
    /// - Parameter made: items whose values have earlier points of their own; only what is sent can be altered here.
    func message(_ stage: String, _ meaning: String, fields: [String], made: [String] = []) -> [PairingPoint] {
        [point(stage, .message, "\(meaning), whole")] + items(of: stage, fields: fields, made: made)
    }

    /// The items inside EncryptedData.
    func plain(_ stage: String, fields: [String]) -> [PairingPoint] {
        [value("\(stage).plain", "the items inside \(stage) before sealing, encoded")]
            + items(of: "\(stage).plain", fields: fields, made: [])
    }

    /// A message that an accessory receives, before decoding.
    func received(_ stage: String, fields: [String]) -> [PairingPoint] {
        let whole = stage.contains(".") ? [] : [value("\(stage).received", "\(stage) as the accessory receives it")]
        return whole
            + fields.map { point("\(stage).received.\($0)", .field, "the \($0) of \(stage) as decoded") }
    }

    /// An accessory's record of a controller.
    func stored(_ stage: String) -> [PairingPoint] {
        [
            value("\(stage).stored.identifier", "the controller's identifier as stored"),
            value("\(stage).stored.public-key", "the controller's LTPK as stored"),
            value("\(stage).stored.permissions", "the controller's permissions as stored"),
        ]
    }

    /// A signature: its parts, their order, the whole text, the key.
    func signed(_ stage: String, parts: [(String, String)], sender: String) -> [PairingPoint] {
        parts.map { value("\(stage).signed.\($0.0)", "\($0.1) in the text that the \(sender) signs in \(stage)") } + [
            order("\(stage).signed.order", "the parts that the \(sender) signs in \(stage)", parts.map(\.0)),
            value("\(stage).signed", "the whole text that the \(sender) signs in \(stage)"),
            value("\(stage).signing-key", "the seed of the key that signs \(stage)"),
            choice(
                "\(stage).signature.scalar",
                "the scalar of the signature in \(stage): below the group's order L, or with L added",
                SignatureScalar.allCases.map(\.rawValue)
            ),
        ]
    }

    /// The inputs that seal a message, on both sides.
    func sealed(_ stage: String) -> [PairingPoint] {
        [
            choice("\(stage).key.source", "the key that seals \(stage): HKDF's output or its input", KeySource.names),
            value("\(stage).key", "the key that seals \(stage)"),
            value("\(stage).nonce", "the nonce of \(stage): eight bytes, or up to twelve to replace the zeros too"),
            value("\(stage).aad", "the associated data of \(stage): none"),
            value("\(stage).sealed.text", "the ciphertext of \(stage)"),
            value("\(stage).sealed.tag", "the tag of \(stage)"),
        ]
    }

    /// The salt, info and output of a derivation.
    func label(_ label: KeyLabel) -> [PairingPoint] {
        [
            value("hkdf.\(label.rawValue).salt", "the salt for deriving \(label.rawValue)"),
            value("hkdf.\(label.rawValue).info", "the info for deriving \(label.rawValue)"),
            value("hkdf.\(label.rawValue)", "the derived \(label.rawValue)"),
        ]
    }

    /// The State of responses with an Error, separate from other responses.
    func refusals(_ stages: [String]) -> [PairingPoint] {
        stages.map { field("\($0).refusal.state", "the state of \($0) if it has an Error") }
    }

    private func items(of stage: String, fields: [String], made: [String]) -> [PairingPoint] {
        fields.map { field("\(stage).\($0)", "the \($0) of \(stage)") }
            + made.map { field("\(stage).sent.\($0)", "the \($0) of \(stage) as sent; other values use the original") }
            + [
                value("\(stage).extra", "additional items of \(stage), already encoded"),
                order("\(stage).order", "the items of \(stage); slices such as A[0..<100] are items", fields + made),
            ]
    }

    private func point(_ name: String, _ kind: PairingPoint.Kind, _ meaning: String) -> PairingPoint {
        PairingPoint(name: name, procedure: procedure, kind: kind, meaning: meaning)
    }
}

extension KeySource {
    static var names: [String] { allCases.map(\.rawValue) }
}
