/// A nonce of ChaCha20-Poly1305: four zero bytes and eight that identify a message or count frames.
package struct AEADNonce: Sendable, Hashable {
    package static let length = 12

    /// The twelve bytes.
    package let bytes: [UInt8]

    /// The nonce of one message of the pairing procedures.
    package init(_ label: NonceLabel) {
        self.init(fitting: label.bytes)
    }

    /// The nonce of a frame of a session.
    package init(counter: UInt64) {
        var bytes = [UInt8](repeating: 0, count: Self.length)
        for index in 0..<8 { bytes[4 + index] = UInt8(truncatingIfNeeded: counter >> (8 * UInt64(index))) }
        self.bytes = bytes
    }

    /// Any bytes: fewer than twelve are padded with leading zeros, more are truncated.
    package init(fitting bytes: [UInt8]) {
        let kept = bytes.prefix(Self.length)
        self.bytes = [UInt8](repeating: 0, count: Self.length - kept.count) + kept
    }
}

/// The eight characters that identify an encrypted message of the pairing procedures.
package enum NonceLabel: String, CaseIterable, Sendable {
    case pairSetupM5 = "PS-Msg05"
    case pairSetupM6 = "PS-Msg06"
    case pairVerifyM2 = "PV-Msg02"
    case pairVerifyM3 = "PV-Msg03"
    case pairResumeM2 = "PR-Msg02"

    /// The ASCII characters.
    package var bytes: [UInt8] { Array(rawValue.utf8) }
}
