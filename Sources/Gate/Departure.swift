/// A difference between a run and its baseline, which trips the gate.
package struct Departure: Sendable, Hashable {
    /// The kinds, the most severe first.
    package enum Kind: String, Sendable, CaseIterable {
        /// An instance fails that the baseline does not list.
        case new
        /// A known failure fails in another manner.
        case changed
        /// The last day of a known failure is over.
        case expired
        /// An instance is skipped that the baseline does not list as skipped.
        case newlySkipped = "newly-skipped"
        /// A known failure no longer fails.
        case fixed
    }

    package var kind: Kind
    /// The name of the instance, or of the case if a whole case is skipped.
    package var instance: String
    /// What differs and what to do, on one line. It may contain text of the accessory.
    package var text: String
    /// The entry of the baseline; `nil` if it has none.
    package var known: KnownFailure?
}
