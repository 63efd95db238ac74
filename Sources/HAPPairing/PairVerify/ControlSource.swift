import HAPCrypto

/// The secret from which a session's keys are derived, for the point `control.source`.
enum ControlSource: String, CaseIterable {
    /// As the protocol requires.
    case sharedSecret = "shared-secret"
    /// Pair Verify's encryption key, a known mistake.
    case sessionKey = "session-key"
}

extension Conduct {
    /// The keys of a session, after their alterations.
    mutating func sessionKeys(from shared: SharedSecret, verifyKey: SecretBytes) -> SessionKeys {
        let source = alterer.choice("control.source", ControlSource.sharedSecret)
        let input = source == .sharedSecret ? shared.secret : verifyKey
        let keys = [
            "read": EncryptionKey(derive(.accessoryToControllerKey, from: input)),
            "write": EncryptionKey(derive(.controllerToAccessoryKey, from: input)),
        ]
        let order = alterer.order("control.order", ["read", "write"]).compactMap { keys[$0] }
        let nothing = EncryptionKey(SecretBytes([]))
        return SessionKeys(
            accessoryToController: order.first ?? nothing,
            controllerToAccessory: order.dropFirst().first ?? nothing,
            sharedSecret: shared
        )
    }
}
