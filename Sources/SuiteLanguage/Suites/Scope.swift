import MarkedYAML

/// The names that a case declares, and which of them are used.
struct Scope {
    private var declared: [(name: String, mark: SourceMark)] = []
    private var used: Set<String> = []

    /// Declares a name that some step must use.
    ///
    /// - Throws: if it is declared already.
    mutating func declare(_ name: String, at mark: SourceMark) throws(YAMLProblem) {
        if let other = declared.first(where: { $0.name == name }) {
            throw YAMLProblem(mark, "`\(name)` is declared already, at \(other.mark)")
        }
        declared.append((name, mark))
    }

    /// Whether the name was declared.
    func knows(_ name: String) -> Bool { declared.contains { $0.name == name } }

    /// Marks the name as used.
    ///
    /// - Returns: whether it was declared.
    mutating func use(_ name: String) -> Bool {
        guard declared.contains(where: { $0.name == name }) else { return false }
        used.insert(name)
        return true
    }

    /// Declared names that nothing uses.
    var unused: [(name: String, mark: SourceMark)] {
        declared.filter { !used.contains($0.name) }
    }
}
