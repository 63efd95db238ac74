package import Judge

/// An instance whose verdict differs between the two sides.
package struct VerdictChange: Sendable, Hashable {
    /// The kinds, the most severe first.
    package enum Kind: String, Sendable, CaseIterable {
        /// It fails, and failed in no old run.
        case new
        /// It fails in a manner in which it failed in no old run.
        case changed
        /// It was judged, and no new run judges it: it is inconclusive, or the tester failed.
        case lost
        /// Every new run skips it, and no old run did.
        case newlySkipped = "newly-skipped"
        /// It has a warning, and neither failed nor warned in any old run.
        case warned
        /// It failed or warned, and does neither in any new run.
        case fixed
    }

    package let kind: Kind
    package let instance: String
    /// What it did in the old runs: `passed`, `failed in 1 of 3 runs`; `not run` if no run has it.
    package let before: String
    /// What it does in the new runs.
    package let after: String
    /// The verdict that shows the change: a new one, or the old one of what is fixed.
    package let verdict: Verdict
}
