/// The characteristics that a case writes.
extension Case {
    /// The names of the characteristics that the case's steps write.
    func writes(_ vocabulary: Vocabulary) -> Set<String> {
        guard case .procedure(let steps) = body else { return [] }
        return steps.reduce(into: []) { $0.formUnion($1.writes(vocabulary)) }
    }
}

extension Step {
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
