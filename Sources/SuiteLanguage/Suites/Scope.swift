import MarkedYAML

/// The names that a case declares, with their uses.
struct Scope {
    private var declared: [(name: String, mark: SourceMark)] = []
    private var used: Set<String> = []

    /// Declares a name that a step must use.
    ///
    /// - Throws: ``YAMLProblem`` if it is already declared.
    mutating func declare(_ name: String, at mark: SourceMark) throws(YAMLProblem) {
        if let other = declared.first(where: { $0.name == name }) {
            throw YAMLProblem(mark, "duplicate name `\(name)`, first at \(other.mark)")
        }
        declared.append((name, mark))
    }

    /// The declared names.
    var names: [String] { declared.map(\.name) }

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

    /// Declared names that are not used.
    var unused: [(name: String, mark: SourceMark)] {
        declared.filter { !used.contains($0.name) }
    }
}
