package import HAPCrypto

/// Seals or opens the messages of one direction of a session over CoAP: ciphertext and a tag of 16 bytes, without
/// associated data (HAP-COAP-022, HAP-COAP-023).
package struct PDUSeal: Sendable {
    private let key: EncryptionKey
    /// How many messages were sealed, or opened.
    package private(set) var counter: UInt64 = 0

    package init(key: EncryptionKey) {
        self.key = key
    }

    /// The ciphertext and its tag.
    package mutating func seal(_ message: [UInt8]) -> [UInt8] {
        defer { counter += 1 }
        return ChaChaPoly.seal(message, key: key, nonce: AEADNonce(counter: counter), aad: [])
    }

    /// The plain message; `nil` if it does not open, and then the counter stays.
    ///
    /// - Parameter lost: how many messages before this one may have been lost. Older messages never open again.
    package mutating func open(_ sealed: [UInt8], afterAtMost lost: UInt64 = 0) -> [UInt8]? {
        for next in counter...counter + lost {
            let plain = ChaChaPoly.open(sealed, key: key, nonce: AEADNonce(counter: next), aad: [])
            guard let plain else { continue }
            counter = next + 1
            return plain
        }
        return nil
    }
}
