import SuiteLanguage

extension Recovery.Outcome {
    /// What was undone, in words: `1 pairing removed, 2 values restored`.
    package var done: String {
        "\(Spoken.count(removedPairings, "pairing")) removed, \(Spoken.count(restoredValues, "value")) restored"
    }
}
