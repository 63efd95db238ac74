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

    /// The names of `one`, each with its entry. `m1..m4` stands for four names with one filter.
    func oneOfEach(_ node: YAMLMapping) throws(YAMLProblem) -> [(name: String, entry: YAMLNode.Entry)] {
        var names: [(name: String, entry: YAMLNode.Entry)] = []
        for entry in try node["one"]?.mapping().entries ?? [] {
            guard entry.key.contains("..") else {
                names.append((entry.key, entry))
                continue
            }
            let parts = entry.key.wholeMatch(of: /([a-z-]+)([0-9])\.\.([a-z-]+)([0-9])/)?.output
            guard let parts, parts.1 == parts.3, let first = Int(parts.2), let last = Int(parts.4), first < last else {
                throw YAMLProblem(entry.keyMark, "expected a name, or a series such as m1..m4, not `\(entry.key)`")
            }
            for number in first...last { names.append(("\(parts.1)\(number)", entry)) }
        }
        return names
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
