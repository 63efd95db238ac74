package import HAPCrypto

/// A controller's permanent identifier and signing key.
package struct ControllerIdentity: Sendable {
    /// The Pairing Identifier, usually a UUID of 36 characters.
    package var pairingID: String
    package var keyPair: Ed25519KeyPair

    package init(pairingID: String, keyPair: Ed25519KeyPair) {
        self.pairingID = pairingID
        self.keyPair = keyPair
    }
}

/// An accessory's identifier and signing key, valid until a factory reset.
package struct AccessoryIdentity: Sendable {
    /// The Device ID as text, `E1:91:1A:70:85:AA`.
    package var accessoryID: String
    package var keyPair: Ed25519KeyPair

    package init(accessoryID: String, keyPair: Ed25519KeyPair) {
        self.accessoryID = accessoryID
        self.keyPair = keyPair
    }
}

/// A controller's record of a paired accessory.
package struct AccessoryPairing: Sendable {
    package var accessoryID: String
    /// The accessory's long-term public key, 32 bytes.
    package var accessoryLTPK: [UInt8]
    package var controller: ControllerIdentity
    package var isAdmin: Bool

    package init(accessoryID: String, accessoryLTPK: [UInt8], controller: ControllerIdentity, isAdmin: Bool) {
        self.accessoryID = accessoryID
        self.accessoryLTPK = accessoryLTPK
        self.controller = controller
        self.isAdmin = isAdmin
    }
}

/// An accessory's record of a paired controller, which its list of pairings shows.
package struct PairingRecord: Sendable, Hashable {
    /// Exactly the bytes that the controller sent.
    package var identifier: [UInt8]
    /// The controller's long-term public key, 32 bytes.
    package var publicKey: [UInt8]
    /// The Permissions item's byte; bit 0 makes an admin.
    package var permissions: UInt8

    /// Whether bit 0 of the permissions is set.
    package var isAdmin: Bool { permissions & 1 == 1 }

    package init(identifier: [UInt8], publicKey: [UInt8], permissions: UInt8) {
        self.identifier = identifier
        self.publicKey = publicKey
        self.permissions = permissions
    }
}
