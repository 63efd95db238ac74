package import HAPCrypto

/// What Pair Verify, or a transient Pair Setup, leaves behind: the keys of one session, the same on both sides.
package struct SessionKeys: Sendable, Equatable {
    /// Seals what the accessory sends; a controller reads with it.
    package var accessoryToController: EncryptionKey
    /// Seals what the controller sends; a controller writes with it.
    package var controllerToAccessory: EncryptionKey
    /// From which further keys of the session are derived; a transient Pair Setup leaves none.
    package var sharedSecret: SharedSecret?

    package init(
        accessoryToController: EncryptionKey,
        controllerToAccessory: EncryptionKey,
        sharedSecret: SharedSecret? = nil
    ) {
        self.accessoryToController = accessoryToController
        self.controllerToAccessory = controllerToAccessory
        self.sharedSecret = sharedSecret
    }
}
