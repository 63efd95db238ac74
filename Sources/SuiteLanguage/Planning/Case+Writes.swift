/// The characteristics that a case writes.
extension Sequence<Step> {
    /// The names of the characteristics that the case's steps write.
    func writes(_ vocabulary: Vocabulary) -> Set<String> {
        reduce(into: []) { $0.formUnion($1.writes(vocabulary)) }
    }
}

extension Case {
    /// The words for values that differ from the present one.
    private static let otherValues: Set = ["v1", "v2", "other"]

    /// The names of the characteristics of which the case needs another value than the present one.
    ///
    /// - Parameter names: the names of its characteristics, the one first that a word without a name in front is about.
    func needsOtherValue(of names: [String]) -> Set<String> {
        guard case .procedure(let steps) = body else { return [] }
        let words = steps.reduce(into: Set<String>()) { $0.formUnion($1.references) }
        return Set(
            names.enumerated().filter { index, name in
                Self.otherValues.contains { words.contains("\(name).\($0)") || index == 0 && words.contains($0) }
            }.map(\.element)
        )
    }
}

extension Step {
    /// Every name that its arguments and expectations refer to.
    fileprivate var references: Set<String> {
        var names = inner.reduce(into: Set<String>()) { $0.formUnion($1.references) }
        if case .call(_, let arguments) = action {
            for argument in arguments { names.formUnion(argument.value.references) }
        }
        for term in expectations.flatMap(\.terms) { names.formUnion(term.argument.references) }
        return names
    }

    fileprivate func writes(_ vocabulary: Vocabulary) -> Set<String> {
        var names = inner.reduce(into: Set<String>()) { $0.formUnion($1.writes(vocabulary)) }
        guard case .call(let name, let arguments) = action, let verb = vocabulary.verb(name), verb.writes,
            !verb.onlyReads(.map(arguments))
        else { return names }
        for argument in arguments { names.formUnion(argument.value.references.union([argument.key])) }
        return names
    }
}

extension Verb {
    /// Whether each of the words that decide it says that a step only reads.
    fileprivate func onlyReads(_ arguments: Argument) -> Bool {
        !readsIf.isEmpty
            && readsIf.allSatisfy { path, words in
                arguments.parts(at: path[...]).allSatisfy { $0.word.map(words.contains) ?? false }
            }
    }
}

extension Argument {
    /// The values at a path; lists on the way stand for all of their elements.
    fileprivate func parts(at path: ArraySlice<String>) -> [Argument] {
        if case .list(let elements) = self { return elements.flatMap { $0.parts(at: path) } }
        guard let next = path.first else { return [self] }
        return self[next].map { $0.parts(at: path.dropFirst()) } ?? []
    }
}
