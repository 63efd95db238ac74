import HAPCrypto
import HAPModel

/// Names content by its bytes.
package enum ContentDigest {
    /// The first half of the SHA-512 of the bytes, in hexadecimal.
    package static func text(_ bytes: [UInt8]) -> String { Hex.encode(SHA512.hash(bytes).prefix(32)) }
}
