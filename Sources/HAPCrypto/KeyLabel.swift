/// Every key that the protocol derives, by its name in `Suites/requirements/vectors.yaml`.
package enum KeyLabel: String, CaseIterable, Sendable {
    /// Seals M5 and M6 of Pair Setup; from the SRP session key.
    case pairSetupEncryptKey = "pair-setup-encrypt-key"
    /// What a controller signs first in M5; from the SRP session key.
    case iosDeviceX = "ios-device-x"
    /// What an accessory signs first in M6; from the SRP session key.
    case accessoryX = "accessory-x"
    /// What an authentication coprocessor signs in M4; from the SRP session key.
    case mfiChallenge = "mfi-challenge"
    /// Seals what an accessory sends after transient Pair Setup.
    case transientAccessoryToController = "transient-accessory-to-controller"
    /// Seals what a controller sends after transient Pair Setup.
    case transientControllerToAccessory = "transient-controller-to-accessory"
    /// Seals M2 and M3 of Pair Verify; from the shared secret.
    case pairVerifySessionKey = "pair-verify-session-key"
    /// Seals what an accessory sends in a session; from the shared secret.
    case accessoryToControllerKey = "accessory-to-controller-key"
    /// Seals what a controller sends in a session; from the shared secret.
    case controllerToAccessoryKey = "controller-to-accessory-key"
    /// Names the session for Pair Resume.
    case resumeSessionID = "resume-session-id"
    /// Seals M1 of Pair Resume.
    case resumeRequestKey = "resume-request-key"
    /// Seals M2 of Pair Resume.
    case resumeResponseKey = "resume-response-key"
    /// The shared secret of a resumed session.
    case resumeSharedSecret = "resume-shared-secret"
    /// Seals Bluetooth LE broadcasts.
    case broadcastKey = "broadcast-key"
    /// Seals what an accessory sends over a HomeKit Data Stream.
    case dataStreamAccessoryToController = "hds-accessory-to-controller"
    /// Seals what a controller sends over a HomeKit Data Stream.
    case dataStreamControllerToAccessory = "hds-controller-to-accessory"

    /// The salt; `nil` where it belongs to the session (session IDs, public keys).
    package var salt: [UInt8]? { texts.salt.map { Array($0.utf8) } }

    /// The info.
    package var info: [UInt8] { Array(texts.info.utf8) }

    /// How many bytes are derived.
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
        case .dataStreamAccessoryToController: (nil, "HDS-Read-Encryption-Key")
        case .dataStreamControllerToAccessory: (nil, "HDS-Write-Encryption-Key")
        }
    }
}
