/// Every key that the protocol derives, with its name in `Suites/requirements/vectors.yaml`.
package enum KeyLabel: String, CaseIterable, Sendable {
    /// Seals M5 and M6 of Pair Setup; from the SRP session key.
    case pairSetupEncryptKey = "pair-setup-encrypt-key"
    /// The first signed part of M5, by the controller; from the SRP session key.
    case iosDeviceX = "ios-device-x"
    /// The first signed part of M6, by the accessory; from the SRP session key.
    case accessoryX = "accessory-x"
    /// The part of M4 that an authentication coprocessor signs; from the SRP session key.
    case mfiChallenge = "mfi-challenge"
    /// Encrypts the accessory's messages after transient Pair Setup.
    case transientAccessoryToController = "transient-accessory-to-controller"
    /// Encrypts the controller's messages after transient Pair Setup.
    case transientControllerToAccessory = "transient-controller-to-accessory"
    /// Seals M2 and M3 of Pair Verify; from the shared secret.
    case pairVerifySessionKey = "pair-verify-session-key"
    /// Encrypts the accessory's messages in a session; from the shared secret.
    case accessoryToControllerKey = "accessory-to-controller-key"
    /// Encrypts the controller's messages in a session; from the shared secret.
    case controllerToAccessoryKey = "controller-to-accessory-key"
    /// Identifies the session for Pair Resume.
    case resumeSessionID = "resume-session-id"
    /// Seals M1 of Pair Resume.
    case resumeRequestKey = "resume-request-key"
    /// Seals M2 of Pair Resume.
    case resumeResponseKey = "resume-response-key"
    /// The shared secret of a resumed session.
    case resumeSharedSecret = "resume-shared-secret"
    /// Seals Bluetooth LE broadcasts.
    case broadcastKey = "broadcast-key"
    /// Encrypts the accessory's events over Thread; from the shared secret.
    case eventKey = "event-key"
    /// Encrypts the accessory's messages over a HomeKit Data Stream.
    case dataStreamAccessoryToController = "hds-accessory-to-controller"
    /// Encrypts the controller's messages over a HomeKit Data Stream.
    case dataStreamControllerToAccessory = "hds-controller-to-accessory"

    /// The salt; `nil` if it belongs to the session (session IDs, public keys).
    package var salt: [UInt8]? { texts.salt.map { Array($0.utf8) } }

    /// The info.
    package var info: [UInt8] { Array(texts.info.utf8) }

    /// The length of the derived key in bytes.
    package var length: Int { self == .resumeSessionID ? 8 : 32 }

    private var texts: (salt: String?, info: String) {
        switch self {
        case .pairSetupEncryptKey: ("Pair-Setup-Encrypt-Salt", "Pair-Setup-Encrypt-Info")
        case .iosDeviceX: ("Pair-Setup-Controller-Sign-Salt", "Pair-Setup-Controller-Sign-Info")
        case .accessoryX: ("Pair-Setup-Accessory-Sign-Salt", "Pair-Setup-Accessory-Sign-Info")
        case .mfiChallenge: ("MFi-Pair-Setup-Salt", "MFi-Pair-Setup-Info")
        case .transientAccessoryToController: ("SplitSetupSalt", "AccessoryEncrypt-Control")
        case .transientControllerToAccessory: ("SplitSetupSalt", "ControllerEncrypt-Control")
        case .pairVerifySessionKey: ("Pair-Verify-Encrypt-Salt", "Pair-Verify-Encrypt-Info")
        case .accessoryToControllerKey: ("Control-Salt", "Control-Read-Encryption-Key")
        case .controllerToAccessoryKey: ("Control-Salt", "Control-Write-Encryption-Key")
        case .resumeSessionID: ("Pair-Verify-ResumeSessionID-Salt", "Pair-Verify-ResumeSessionID-Info")
        case .resumeRequestKey: (nil, "Pair-Resume-Request-Info")
        case .resumeResponseKey: (nil, "Pair-Resume-Response-Info")
        case .resumeSharedSecret: (nil, "Pair-Resume-Shared-Secret-Info")
        case .broadcastKey: (nil, "Broadcast-Encryption-Key")
        case .eventKey: ("Event-Salt", "Event-Read-Encryption-Key")
        case .dataStreamAccessoryToController: (nil, "HDS-Read-Encryption-Key")
        case .dataStreamControllerToAccessory: (nil, "HDS-Write-Encryption-Key")
        }
    }
}
