import HAPModel
package import MarkedYAML

/// Predicates over snapshots of the accessory.
package struct Document: Sendable {
    /// The required snapshots: `database`, `advertisement`, `payload`, `setup-code`, `first-pairing`,
    /// `earlier-run`, `survey`, `identity`.
    package var snapshots: [String]
    package var checks: [Check]

    /// The kinds of elements of each snapshot; those of the database from the outermost to the innermost.
    static let kinds: [(snapshot: String, kinds: [String])] = [
        ("database", ["database", "accessory", "service", "characteristic"]),
        ("advertisement", ["advertisement"]), ("payload", ["payload"]), ("setup-code", ["setup-code"]),
        ("first-pairing", ["pairing"]), ("earlier-run", ["configuration"]),
        ("survey", ["survey"]), (comparison, ["identity"]),
    ]

    /// The snapshot that compares two transports of the accessory.
    package static let comparison = "identity"

    /// The snapshot that holds elements of this kind.
    package static func snapshot(of kind: String) -> String {
        kinds.first { $0.kinds.contains(kind) }?.snapshot ?? kind
    }

    /// One rule over the elements of a snapshot.
    package struct Check: Sendable {
        package enum Quantifier: String, Sendable, CaseIterable {
            /// Every selected element. If none is selected, nothing is proven.
            case all
            /// At least one selected element.
            case exists
            /// Exactly one selected element.
            case exactlyOne = "exactly-one"
            /// No selected element.
            case none
        }

        /// The kind of element: `service`, `advertisement`.
        package var select: String
        /// Conditions that select elements by their fields.
        package var filter: [Expectation.Term]
        package var quantifier: Quantifier
        /// The group in which the quantifier counts (`accessory`); `nil` for the whole snapshot.
        package var per: String?
        package var expectation: Expectation
        package var mark: SourceMark
    }
}

/// A rule over the whole journal that watches all other cases.
package struct Monitor: Sendable {
    /// What it watches: `response`, `event`, `pairing-answer`, `frame`.
    package var watches: String
    /// Conditions that select the watched events.
    package var filter: [Expectation.Term]
    package var expectation: Expectation
}
