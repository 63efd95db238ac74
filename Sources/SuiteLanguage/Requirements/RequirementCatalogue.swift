package import MarkedYAML

/// All requirements, by id.
package struct RequirementCatalogue: Sendable {
    package private(set) var byID: [String: Requirement] = [:]
    /// The ids in the order of the files.
    package private(set) var ids: [String] = []
    /// Where the condition of each entry stands.
    private var conditionMarks: [String: SourceMark] = [:]

    package init() {}

    /// The entry with this id.
    package subscript(id: String) -> Requirement? { byID[id] }

    /// All entries in the order of the files.
    package var all: [Requirement] { ids.compactMap { byID[$0] } }

    /// The entry through which `id` is judged: itself, unless it is the same as another one.
    package func judged(_ id: String) -> String { byID[id]?.sameAs ?? id }

    /// The ids of all entries that explain one of these, directly or through others.
    package func explaining(_ ids: Set<String>) -> Set<String> {
        var found: Set<String> = []
        var open = Array(ids)
        while let id = open.popLast() {
            for reference in byID[id]?.consequenceOf ?? [] where found.insert(reference.id).inserted {
                open.append(reference.id)
            }
        }
        return found
    }

    /// The entries under `consequence-of` that are unknown, are judged through another entry, or lead back to their
    /// own entry.
    var wrongReferences: [YAMLProblem] {
        all.flatMap { entry in
            entry.consequenceOf.compactMap { reference in
                guard let explaining = byID[reference.id] else {
                    return YAMLProblem(
                        reference.mark,
                        "unknown requirement `\(reference.id)` in `consequence-of`; see Suites/requirements"
                    )
                }
                if let other = explaining.sameAs {
                    return YAMLProblem(reference.mark, "\(reference.id) is the same as \(other); name \(other)")
                }
                guard reference.id == entry.id || self.explaining([reference.id]).contains(entry.id) else { return nil }
                return YAMLProblem(
                    reference.mark,
                    "\(entry.id) cannot be a consequence of \(reference.id), which is a consequence of it"
                )
            }
        }
    }

    /// The entries under `applies` that `applies.yaml` does not have.
    func unknownConditions(_ applicability: Applicability) -> [YAMLProblem] {
        all.filter { !applicability.knows($0.applies) }.map { entry in
            let mark = conditionMarks[entry.id] ?? entry.mark
            return .unknown("condition", entry.applies, among: applicability.conditions, at: mark)
        }
    }

    /// Adds the entries of one file; files without entries (vectors, conditions) add none.
    package mutating func add(_ file: SuiteFile) throws(YAMLProblem) {
        let root = try YAMLNode.load(file.text, file: file.path)
        guard let list = try root.mapping()["requirements"] else { return }
        for node in try list.list() {
            let requirement = try Requirement(node)
            if let known = byID[requirement.id] {
                throw YAMLProblem(requirement.mark, "duplicate requirement \(requirement.id), first at \(known.mark)")
            }
            byID[requirement.id] = requirement
            conditionMarks[requirement.id] = try node.mapping()["applies"]?.mark
            ids.append(requirement.id)
        }
    }
}
