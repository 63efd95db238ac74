/// The type of an item in pairing messages (HAP R1 tables 4-6 and 6-27, ADK R14 table 5-17).
package struct TLVType: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The type byte.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The requested procedure.
    package static let method = TLVType(rawValue: 0x00)
    /// A pairing id.
    package static let identifier = TLVType(rawValue: 0x01)
    /// SRP's salt, 16 bytes.
    package static let salt = TLVType(rawValue: 0x02)
    /// A public key: SRP, Curve25519 or Ed25519.
    package static let publicKey = TLVType(rawValue: 0x03)
    /// SRP's proof, 64 bytes.
    package static let proof = TLVType(rawValue: 0x04)
    /// A sealed sub-TLV with its tag.
    package static let encryptedData = TLVType(rawValue: 0x05)
    /// The number of the message.
    package static let state = TLVType(rawValue: 0x06)
    /// A ``TLVError``.
    package static let error = TLVType(rawValue: 0x07)
    /// Obsolete since R3.
    package static let retryDelay = TLVType(rawValue: 0x08)
    /// A certificate of the authentication coprocessor.
    package static let certificate = TLVType(rawValue: 0x09)
    /// An Ed25519 signature.
    package static let signature = TLVType(rawValue: 0x0a)
    /// 0 for a regular controller, 1 for an admin.
    package static let permissions = TLVType(rawValue: 0x0b)
    /// Obsolete since R7.
    package static let fragmentData = TLVType(rawValue: 0x0c)
    /// Obsolete since R7.
    package static let fragmentLast = TLVType(rawValue: 0x0d)
    /// The id of the session to resume, 8 bytes.
    package static let sessionID = TLVType(rawValue: 0x0e)
    /// Pairing flags, up to 4 bytes little endian.
    package static let flags = TLVType(rawValue: 0x13)
    /// Separates the entries of a list, with length 0.
    package static let separator = TLVType(rawValue: 0xff)

    private static let names: [(TLVType, String)] = [
        (.method, "method"), (.identifier, "identifier"), (.salt, "salt"), (.publicKey, "public-key"),
        (.proof, "proof"), (.encryptedData, "encrypted-data"), (.state, "state"), (.error, "error"),
        (.retryDelay, "retry-delay"), (.certificate, "certificate"), (.signature, "signature"),
        (.permissions, "permissions"), (.fragmentData, "fragment-data"), (.fragmentLast, "fragment-last"),
        (.sessionID, "session-id"), (.flags, "flags"), (.separator, "separator"),
    ]

    /// The types that the protocol defines.
    package static var allCases: [TLVType] { names.map(\.0) }

    /// The type with this name (`public-key`).
    package init?(name: String) {
        guard let known = Self.names.first(where: { $0.1 == name }) else { return nil }
        self = known.0
    }

    /// The name in suites and reports (`public-key`); `type 0x20` for an unknown type.
    package var name: String {
        Self.names.first { $0.0 == self }?.1 ?? "type 0x\(Hex.encode([rawValue]))"
    }

    package var description: String { name }
}
