/// A permission of a characteristic (HAP R1 table 5-4); unknown ones are kept as received.
package struct Permission: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The two letters on the wire.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Readable in a session.
    package static let pairedRead = Permission(rawValue: "pr")
    /// Writable in a session.
    package static let pairedWrite = Permission(rawValue: "pw")
    /// Sends events.
    package static let events = Permission(rawValue: "ev")
    /// Accepts additional authorization data.
    package static let additionalAuthorization = Permission(rawValue: "aa")
    /// Writable only by timed writes.
    package static let timedWrite = Permission(rawValue: "tw")
    /// Hidden from the user.
    package static let hidden = Permission(rawValue: "hd")
    /// Returns a value in response to a write; since R2.
    package static let writeResponse = Permission(rawValue: "wr")

    /// The permissions that the protocol defines.
    package static let allCases: [Permission] = [
        .pairedRead, .pairedWrite, .events, .additionalAuthorization, .timedWrite, .hidden, .writeResponse,
    ]

    /// Whether the protocol defines it.
    package var isKnown: Bool { Self.allCases.contains(self) }

    package var description: String { rawValue }
}
