import HAPCrypto

/// The layout of a frame (HAP R1 5.5.2): the length of the text in two bytes, little endian, the ciphertext, the tag.
package enum FrameFormat {
    /// Bytes that tell the length; they are authenticated with the text.
    package static let lengthBytes = 2
    /// The most text that a frame may carry.
    package static let maximumText = 1024
    /// Bytes of a frame beyond its text.
    package static let overhead = lengthBytes + ChaChaPoly.tagLength

    /// The length as it stands in front.
    static func length(_ count: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
    }
}
