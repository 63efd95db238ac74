import MarkedYAML

extension SuiteLoader {
    /// Checks a name that the author chose: of a characteristic, an observation or a capture.
    ///
    /// A key of a step or of an expectation that is also a name would be read as the key, and the step would do
    /// something else than it says.
    func checkName(_ name: String, at mark: SourceMark) throws(YAMLProblem) {
        guard SuiteWord.isName(name) else {
            throw YAMLProblem(mark, "expected a name, which is a lower-case word, not `\(name)`")
        }
        guard isReserved(name) else { return }
        throw YAMLProblem(mark, "`\(name)` already has a meaning; choose another name")
    }

    /// Whether the word is a key or a word of the suite language.
    private func isReserved(_ word: String) -> Bool {
        Self.keys.contains(word) || vocabulary.verb(word) != nil || vocabulary.predicate(word) != nil
            || vocabulary.value(word) != nil
            || vocabulary.verbs.contains { $0.namesCharacteristics && $0.parameter(word) != nil }
    }

    /// The keys of steps and expectations, and the words that stand for a row, a connection and all events.
    private static let keys = Set(
        StepReader.common + StepReader.structural + ["proves", "tolerate", "row", "new", "all"]
    )
}
