import HAPModel
package import MarkedYAML

/// Predicates over one snapshot of the accessory.
package struct Document: Sendable {
    /// `database`.
    package var snapshot: String
    package var checks: [Check]

    /// One rule over the elements of the snapshot.
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

        /// `database`, `accessories`, `services` or `characteristics`.
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
