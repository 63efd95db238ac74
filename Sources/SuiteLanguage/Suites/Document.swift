import HAPModel
package import MarkedYAML

/// Predicates over snapshots of the accessory.
package struct Document: Sendable {
    /// The snapshots that must be there: `database`, `advertisement`, `payload`, `setup-code`.
    package var snapshots: [String]
    package var checks: [Check]

    /// What each snapshot holds, by kind; what lies inside what in the database, from the outside in.
    static let kinds: [(snapshot: String, kinds: [String])] = [
        ("database", ["database", "accessory", "service", "characteristic"]),
        ("advertisement", ["advertisement"]), ("payload", ["payload"]), ("setup-code", ["setup-code"]),
    ]

    /// The snapshot that holds elements of this kind.
    package static func snapshot(of kind: String) -> String {
        kinds.first { $0.kinds.contains(kind) }?.snapshot ?? kind
    }

    /// One rule over the elements of a snapshot.
    package struct Check: Sendable {
        package enum Quantifier: String, Sendable, CaseIterable {
            /// Every selected element; none selected is no proof.
            case all
            /// One selected element at least.
            case exists
            /// Exactly one selected element.
            case exactlyOne = "exactly-one"
            /// No selected element.
            case none
        }

        /// The kind of element: `service`, `advertisement`.
        package var select: String
        /// Which elements are meant: conditions over their fields.
        package var filter: [Expectation.Term]
        package var quantifier: Quantifier
        /// The group inside which the quantifier counts (`accessory`); `nil` is the whole snapshot.
        package var per: String?
        package var expectation: Expectation
        package var mark: SourceMark
    }
}

/// A rule over the whole journal that watches every other case.
package struct Monitor: Sendable {
    /// What it watches: `response`, `event`, `pairing-answer`, `frame`.
    package var watches: String
    /// Which of them it means.
    package var filter: [Expectation.Term]
    package var expectation: Expectation
}
