package import Judge
package import RunRecord
package import SuiteLanguage

/// The result of a run.
package struct RunResult: Sendable {
    package var end: RunEnd
    package var plan: Plan
    package var verdicts: [Verdict]
    /// Notes about the whole run: already paired with another controller, pairing failed.
    package var notes: [String]
    /// Pair-setups that the engine made for itself, not for a case.
    package var ownPairSetups: Int
}
