/// A place in a procedure where an alteration can act; all that follows from the value is computed again.
package struct PairingPoint: Sendable, Hashable {
    /// What kind of thing passes the point.
    package enum Kind: Sendable, Hashable {
        /// Bytes that other values are computed from.
        case value
        /// An item of a message: it can be dropped, doubled and made where it is absent.
        case field
        /// A whole message; dropped, it is not sent at all.
        case message
        /// The order of named parts; parts left out stay out.
        case order([String])
        /// One of several ways, set by its name as text.
        case choice([String])
    }

    /// The name without its procedure: `M3.A`.
    package let name: String
    package let procedure: PairingProcedure
    package let kind: Kind
    /// What passes, in one line.
    package let meaning: String

    /// The name with its procedure, which is never ambiguous: `pair-setup.M3.A`.
    package var fullName: String { "\(procedure.rawValue).\(name)" }

    /// All points, for loaders and documentation.
    package static let all: [PairingPoint] = setupPoints + verifyPoints + pairingsPoints

    /// Whether this is a point's name, bare, with its procedure, or another name of it.
    package static func isKnown(_ name: String) -> Bool {
        known.contains(name)
    }

    /// The points that a name means: one, or one in each procedure that has such a point.
    package static func named(_ name: String) -> [PairingPoint] {
        all.filter { point in
            point.name == name || point.fullName == name
                || aliases(of: point.procedure).contains { alias, target in
                    target == point.name && (alias == name || "\(point.procedure.rawValue).\(alias)" == name)
                }
        }
    }

    /// Other names of points in a procedure, by the machine's own name.
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
