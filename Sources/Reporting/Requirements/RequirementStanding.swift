package import RunRecord

/// What a run showed about one requirement.
package struct RequirementStanding: Sendable, Hashable {
    /// The states, the worst first.
    package enum State: String, Sendable, CaseIterable {
        /// A case that counts for conformance found a violation of this mandatory requirement.
        case violated
        /// A case found a violation that does not fail, such as one of a recommended requirement.
        case warned
        /// Cases judged it, and found no violation.
        case met
        /// It has cases, but the run did not judge it.
        case notJudged = "not-judged"
        /// The accessory has nothing to which it applies.
        case notApplicable = "not-applicable"
        /// The suites have no case for it.
        case withoutCase = "without-case"

        /// `not applicable`
        var words: CleanText { CleanText(rawValue.replacing("-", with: " ")) }
    }

    package var requirement: RequirementRecord
    package var state: State
    /// The instances that show the violation; for a met requirement, the cases that judged it.
    package var shownBy: [String] = []
    /// Why it was not judged, does not apply, or has no case; `nil` for the other states.
    package var reason: String?
}
