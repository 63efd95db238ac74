import HAPCrypto

extension PairingPoint {
    /// The points of Pair Verify, in the order of the procedure.
    static let verifyPoints: [PairingPoint] =
        [
            builder.value("M1.ephemeral", "the controller's Curve25519 scalar, drawn with M1"),
            builder.value("M1.public-key", "the controller's Curve25519 key, as sent and as signed"),
        ]
        + builder.message(
            "M1",
            "the request that starts Pair Verify",
            fields: ["state", "method"],
            made: ["public-key"]
        )
        + builder.received("M1", fields: ["state", "method", "public-key"])
        + [
            builder.value("M2.ephemeral", "the accessory's Curve25519 scalar, drawn with M2"),
            builder.value("M2.public-key", "the accessory's Curve25519 key, as sent and as signed"),
            builder.value("shared-secret", "the shared secret of both Curve25519 keys"),
        ]
        + [.pairVerifySessionKey].flatMap(builder.label)
        + stage("M2", sender: "accessory", order: ["accessory-key", "identifier", "controller-key"])
        + builder.message(
            "M2",
            "the response with the accessory's signature",
            fields: ["state", "encrypted", "error"],
            made: ["public-key"]
        )
        + stage("M3", sender: "controller", order: ["controller-key", "identifier", "accessory-key"])
        + builder.message("M3", "the request with the controller's signature", fields: ["state", "encrypted"])
        + builder.received("M3", fields: ["state", "encrypted"])
        + builder.received("M3.plain", fields: ["identifier", "signature"])
        + builder.message("M4", "the response that opens the session", fields: ["state", "error"])
        + [
            builder.choice(
                "control.source",
                "the secret from which the session's keys are derived",
                ControlSource.allCases.map(\.rawValue)
            ),
            builder.order(
                "control.order",
                "the session's keys: the first seals the accessory's messages",
                ["read", "write"]
            ),
        ]
        + [.accessoryToControllerKey, .controllerToAccessoryKey].flatMap(builder.label)
        + builder.refusals(["M4"])

    private static let builder = PairingPointBuilder(procedure: .pairVerify)

    private static func stage(_ stage: String, sender: String, order: [String]) -> [PairingPoint] {
        [builder.value("\(stage).identifier", "the \(sender)'s identifier, as signed and as sent")]
            + builder.signed(stage, parts: order.map { ($0, "the \($0)") }, sender: sender)
            + builder.plain(stage, fields: ["identifier", "signature"])
            + builder.sealed(stage)
    }
}
