/// A secret with a purpose; one type for each, so that keys cannot be confused.
package protocol SecretValue: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The secret bytes.
    var secret: SecretBytes { get }

    init(_ secret: SecretBytes)
}

extension SecretValue {
    /// The type's name and the number of bytes, never the bytes.
    package var description: String { "\(Self.self): \(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The shared secret of two X25519 key pairs in Pair Verify, 32 bytes.
package struct SharedSecret: SecretValue {
    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }
}
