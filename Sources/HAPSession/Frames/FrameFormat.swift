import HAPCrypto

/// The layout of a frame (HAP R1 5.5.2): the length of the text in two bytes, little endian, the ciphertext, the tag.
package enum FrameFormat {
    /// The length prefix in bytes; it is authenticated with the text.
    package static let lengthBytes = 2
    /// The maximum length of a frame's text.
    package static let maximumText = 1024
    /// The number of bytes of a frame besides its text.
    package static let overhead = lengthBytes + ChaChaPoly.tagLength

    /// The encoded length prefix.
    static func length(_ count: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
    }
}
