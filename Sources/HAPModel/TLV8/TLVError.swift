/// The code in an Error item of a pairing message (HAP R1 table 4-5).
package struct TLVError: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The code byte.
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// An unspecific failure.
    package static let unknown = TLVError(rawValue: 0x01)
    /// A wrong setup code, signature or tag, or a missing permission.
    package static let authentication = TLVError(rawValue: 0x02)
    /// Wait for the number of seconds in RetryDelay; obsolete since R3.
    package static let backoff = TLVError(rawValue: 0x03)
    /// The accessory cannot store more pairings.
    package static let maxPeers = TLVError(rawValue: 0x04)
    /// Too many failed setup attempts.
    package static let maxTries = TLVError(rawValue: 0x05)
    /// The pairing method is not available, for instance because the accessory is paired.
    package static let unavailable = TLVError(rawValue: 0x06)
    /// The accessory cannot accept a pairing request now.
    package static let busy = TLVError(rawValue: 0x07)

    private static let names: [(TLVError, String)] = [
        (.unknown, "unknown"), (.authentication, "authentication"), (.backoff, "backoff"), (.maxPeers, "max-peers"),
        (.maxTries, "max-tries"), (.unavailable, "unavailable"), (.busy, "busy"),
    ]

    /// The codes that the protocol defines.
    package static var allCases: [TLVError] { names.map(\.0) }

    /// The code with this name (`max-tries`).
    package init?(name: String) {
        guard let known = Self.names.first(where: { $0.1 == name }) else { return nil }
        self = known.0
    }

    /// The name in suites and reports (`max-tries`); `error 0x09` for an unknown code.
    package var name: String {
        Self.names.first { $0.0 == self }?.1 ?? "error 0x\(Hex.encode([rawValue]))"
    }

    package var description: String { name }
}
