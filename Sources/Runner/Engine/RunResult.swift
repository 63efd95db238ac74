package import Judge
package import RunRecord
package import SuiteLanguage

/// What a run came to.
package struct RunResult: Sendable {
    package var end: RunEnd
    package var plan: Plan
    package var verdicts: [Verdict]
    /// What the reader should know of the whole run: already paired to somebody, pairing failed.
    package var notes: [String]
    /// Pair-setups that the engine made for its own ends, apart from those that cases are about.
    package var ownPairSetups: Int
}
