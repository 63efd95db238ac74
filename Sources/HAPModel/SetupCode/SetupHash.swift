/// The setup hash, which links a setup payload to an accessory's advertisement (HAP-SETUP-CODE-014).
package struct SetupHash: Sendable, Hashable, CustomStringConvertible {
    /// The four bytes, as Bluetooth LE advertises them.
    package let bytes: [UInt8]

    /// The first 4 bytes of SHA-512 over setup ID and Device ID.
    ///
    /// - Parameters:
    ///   - deviceID: the Device ID exactly as advertised, in the same case.
    ///   - sha512: the hash function, which belongs to a higher layer.
    package init(setupID: SetupID, deviceID: String, sha512: ([UInt8]) -> [UInt8]) {
        bytes = Array(sha512(Array((setupID.text + deviceID).utf8)).prefix(4))
    }

    /// The value of the TXT key `sh`.
    package var base64: String { Base64.encode(bytes) }

    package var description: String { base64 }
}
