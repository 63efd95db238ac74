import HAPCrypto

extension PairingPoint {
    /// The points of Pair Setup, in the order of the procedure.
    static let setupPoints: [PairingPoint] =
        builder.message("M1", "the request that starts Pair Setup", fields: ["state", "method", "flags"])
        + builder.received("M1", fields: ["state", "method", "flags"])
        + srpInputs
        + [
            builder.value("M2.B", "the accessory's key B, as sent and as used for u, M1 and S")
        ]
        + builder.message(
            "M2",
            "the response: salt, B",
            fields: ["state", "salt", "flags", "error", "retry-delay"],
            made: ["B"]
        )
        + [
            builder.value("M3.A", "the controller's key A, as sent and as used for u, both proofs and S"),
            builder.value("srp.u", "u = H(A | B)"),
            builder.value("srp.S", "S; an altered S is hashed as it is, without any padding rule"),
            builder.value("srp.K", "K = H(S)"),
            builder.value("srp.M1", "the controller's proof, as computed by either side"),
            builder.value("srp.M2", "the accessory's proof, as computed by either side"),
        ]
        + srpForms
        + builder.message("M3", "the request with A and the proof", fields: ["state", "proof"], made: ["A"])
        + builder.received("M3", fields: ["state", "A", "proof"])
        + builder.message("M4", "the response with the accessory's proof", fields: ["state", "proof", "error"])
        + labels([.transientAccessoryToController, .transientControllerToAccessory])
        + [
            builder.order(
                "transient.order",
                "the keys of a transient session: the first seals the accessory's messages",
                ["read", "write"]
            )
        ]
        + labels([.pairSetupEncryptKey, .iosDeviceX, .accessoryX])
        + sealedStage("M5", sender: "controller", x: "iOSDeviceX")
        + builder.message("M5", "the request with the controller's LTPK", fields: ["state", "encrypted"])
        + builder.received("M5", fields: ["state", "encrypted"])
        + builder.received("M5.plain", fields: ["identifier", "public-key", "signature"])
        + builder.stored("M5")
        + sealedStage("M6", sender: "accessory", x: "AccessoryX")
        + builder.message("M6", "the response with the accessory's LTPK", fields: ["state", "encrypted", "error"])
        + builder.refusals(["M2", "M4", "M6"])

    private static let builder = PairingPointBuilder(procedure: .pairSetup)

    private static let srpInputs = [
        builder.value("srp.N", "the modulus N, most significant byte first"),
        builder.value("srp.g", "the generator g"),
        builder.value("srp.k", "the multiplier k = H(N | g)"),
        builder.value("srp.user", "the user name, Pair-Setup"),
        builder.value("srp.code", "the setup code with its dashes"),
        builder.value("srp.salt", "the salt that the accessory sends and uses, and that the controller uses"),
        builder.value("srp.x", "x = H(salt | H(user ':' code))"),
        builder.value("srp.v", "the accessory's verifier v = g^x"),
        builder.value("srp.a", "the controller's exponent; an altered one is not drawn again"),
        builder.value("srp.b", "the accessory's exponent; an altered one is not drawn again"),
    ]

    private static let srpForms = [
        ("A", "A in the controller's proof"), ("B", "B in the controller's proof"), ("S", "S in K"),
        ("u.A", "A in u"), ("u.B", "B in u"), ("M2", "A in the accessory's proof"),
        ("K", "K, in both proofs and what is derived from it"), ("wire", "A in M3 and B in M2, as sent"),
    ].map { name, meaning in
        builder.choice("srp.form.\(name)", "the leading zero bytes of \(meaning)", SRPForm.allCases.map(\.rawValue))
    }

    private static func labels(_ labels: [KeyLabel]) -> [PairingPoint] {
        labels.flatMap(builder.label)
    }

    private static func sealedStage(_ stage: String, sender: String, x: String) -> [PairingPoint] {
        [
            builder.value("\(stage).identifier", "the \(sender)'s identifier, as signed and as sent"),
            builder.value("\(stage).public-key", "the \(sender)'s LTPK, as signed and as sent"),
        ]
            + builder.signed(
                stage,
                parts: [("x", x), ("identifier", "the identifier"), ("ltpk", "the LTPK")],
                sender: sender
            )
            + builder.plain(stage, fields: ["identifier", "public-key", "signature"])
            + builder.sealed(stage)
    }
}
