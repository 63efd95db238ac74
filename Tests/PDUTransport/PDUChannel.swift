package import HAPCrypto

/// The messages of one direction of a connection, out of the link's bytes.
package struct PDUMessageReader: Sendable {
    /// The bytes of a message that is not complete.
    package private(set) var pending: [UInt8] = []

    package init() {}

    /// Whether no part of a message has arrived.
    package var isIdle: Bool { pending.isEmpty }

    /// Takes bytes, however they are cut, and gives the messages that are complete by them.
    package mutating func feed(_ bytes: [UInt8]) -> [[UInt8]] {
        pending += bytes
        var messages: [[UInt8]] = []
        while pending.count >= 2 {
            let end = 2 + Int(pending[0]) + Int(pending[1]) << 8
            guard pending.count >= end else { break }
            messages.append(Array(pending[2..<end]))
            pending.removeFirst(end)
        }
        return messages
    }
}

/// Seals or opens the messages of one direction of a session.
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
    package mutating func open(_ sealed: [UInt8]) -> [UInt8]? {
        let plain = ChaChaPoly.open(sealed, key: key, nonce: AEADNonce(counter: counter), aad: [])
        if plain != nil { counter += 1 }
        return plain
    }
}
