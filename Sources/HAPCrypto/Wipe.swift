import CSodium

/// Zeroing that the optimizer cannot remove.
package enum Wipe {
    /// Overwrites the bytes with zeros, then empties the array.
    package static func bytes(_ bytes: inout [UInt8]) {
        sodium_memzero(&bytes, bytes.count)
        bytes.removeAll()
    }
}
