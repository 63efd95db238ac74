package import HAPCrypto

/// The keys of one session, the result of Pair Verify or a transient Pair Setup; both sides have the same.
package struct SessionKeys: Sendable, Equatable {
    /// Encrypts the accessory's messages; a controller decrypts with it.
    package var accessoryToController: EncryptionKey
    /// Encrypts the controller's messages; a controller encrypts with it.
    package var controllerToAccessory: EncryptionKey
    /// The secret from which further session keys are derived; `nil` after a transient Pair Setup.
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
