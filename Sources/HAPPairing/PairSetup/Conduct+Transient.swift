import HAPCrypto

extension Conduct {
    /// The session keys of a transient Pair Setup (ADK R14 5.6.4), after their alterations.
    mutating func transientKeys(from key: SRPSessionKey) -> SessionKeys {
        let keys = [
            "read": EncryptionKey(derive(.transientAccessoryToController, from: key.secret)),
            "write": EncryptionKey(derive(.transientControllerToAccessory, from: key.secret)),
        ]
        let order = alterer.order("transient.order", ["read", "write"]).compactMap { keys[$0] }
        let nothing = EncryptionKey(SecretBytes([]))
        return SessionKeys(
            accessoryToController: order.first ?? nothing,
            controllerToAccessory: order.dropFirst().first ?? nothing
        )
    }
}
