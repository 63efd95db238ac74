/// A secret with a meaning; one type for each, so that no key can be taken for another.
package protocol SecretValue: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// What is kept secret.
    var secret: SecretBytes { get }

    init(_ secret: SecretBytes)
}

extension SecretValue {
    /// The type's name and the number of bytes, never the bytes.
    package var description: String { "\(Self.self): \(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The 32 bytes that two X25519 key pairs agree on in Pair Verify.
package struct SharedSecret: SecretValue {
    package let secret: SecretBytes

    package init(_ secret: SecretBytes) {
        self.secret = secret
    }
}
