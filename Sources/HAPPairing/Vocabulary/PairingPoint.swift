/// A place in a procedure where an alteration can act; all dependent values are computed after it.
package struct PairingPoint: Sendable, Hashable {
    /// The kind of value at the point.
    package enum Kind: Sendable, Hashable {
        /// Bytes that other values are computed from.
        case value
        /// An item of a message: an alteration can drop it, duplicate it, or create it if it is absent.
        case field
        /// A whole message; a dropped one is not sent.
        case message
        /// The order of named parts; parts that are not named are omitted.
        case order([String])
        /// One of several choices, set by its name as text.
        case choice([String])
    }

    /// The name without its procedure: `M3.A`.
    package let name: String
    package let procedure: PairingProcedure
    package let kind: Kind
    /// The meaning of the point, in one line.
    package let meaning: String

    /// The name with its procedure, which is always unambiguous: `pair-setup.M3.A`.
    package var fullName: String { "\(procedure.rawValue).\(name)" }

    /// All points, for loaders and documentation.
    package static let all: [PairingPoint] = setupPoints + verifyPoints + pairingsPoints

    /// Whether this is a point's name: bare, with its procedure, or an alias.
    package static func isKnown(_ name: String) -> Bool {
        known.contains(name)
    }

    /// The points with this name: one, or one in each procedure that has such a point.
    package static func named(_ name: String) -> [PairingPoint] {
        all.filter { point in
            point.name == name || point.fullName == name
                || aliases(of: point.procedure).contains { alias, target in
                    target == point.name && (alias == name || "\(point.procedure.rawValue).\(alias)" == name)
                }
        }
    }

    /// Aliases of points in a procedure, by the machine's own name.
    package static func aliases(of procedure: PairingProcedure) -> [String: String] {
        switch procedure {
        case .pairSetup:
            [
                "M2.public-key": "M2.B", "M2.sent.public-key": "M2.sent.B", "M3.public-key": "M3.A",
                "M3.sent.public-key": "M3.sent.A", "M3.received.public-key": "M3.received.A",
            ]
        case .pairVerify, .pairings: [:]
        }
    }

    private static let known: Set<String> = Set(
        all.flatMap { [$0.name, $0.fullName] }
            + PairingProcedure.allCases.flatMap { procedure in
                aliases(of: procedure).keys.flatMap { [$0, "\(procedure.rawValue).\($0)"] }
            }
    )
}
