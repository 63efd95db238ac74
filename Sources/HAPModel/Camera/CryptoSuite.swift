/// How media are protected (HAP R1 table 8-9).
package enum CryptoSuite: UInt8, Sendable, CaseIterable {
    /// `AES_CM_128_HMAC_SHA1_80`.
    case aes128 = 0
    /// `AES_256_CM_HMAC_SHA1_80`.
    case aes256 = 1
    /// Without SRTP.
    case none = 2

    /// The bytes of the master key (HAP-CAMERA-076).
    package var keyLength: Int {
        switch self {
        case .aes128: 16
        case .aes256: 32
        case .none: 0
        }
    }

    /// The bytes of the master salt.
    package var saltLength: Int { self == .none ? 0 : 14 }
}
