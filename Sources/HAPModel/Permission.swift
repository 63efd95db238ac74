/// What may be done with a characteristic (HAP R1 table 5-4); unknown ones are kept as they were sent.
package struct Permission: RawRepresentable, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The two letters that are sent.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Read in a session.
    package static let pairedRead = Permission(rawValue: "pr")
    /// Written in a session.
    package static let pairedWrite = Permission(rawValue: "pw")
    /// Sends events.
    package static let events = Permission(rawValue: "ev")
    /// Takes additional authorization data.
    package static let additionalAuthorization = Permission(rawValue: "aa")
    /// Written by timed writes only.
    package static let timedWrite = Permission(rawValue: "tw")
    /// Not shown to the user.
    package static let hidden = Permission(rawValue: "hd")
    /// Answers a write with a value; since R2.
    package static let writeResponse = Permission(rawValue: "wr")

    /// The permissions that the protocol defines.
    package static let allCases: [Permission] = [
        .pairedRead, .pairedWrite, .events, .additionalAuthorization, .timedWrite, .hidden, .writeResponse,
    ]

    /// Whether the protocol defines it.
    package var isKnown: Bool { Self.allCases.contains(self) }

    package var description: String { rawValue }
}
