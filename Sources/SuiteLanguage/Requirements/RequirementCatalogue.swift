package import MarkedYAML

/// All requirements, by id.
package struct RequirementCatalogue: Sendable {
    package private(set) var byID: [String: Requirement] = [:]
    /// The ids in the order of the files.
    package private(set) var ids: [String] = []

    package init() {}

    /// The entry with this id.
    package subscript(id: String) -> Requirement? { byID[id] }

    /// All entries in the order of the files.
    package var all: [Requirement] { ids.compactMap { byID[$0] } }

    /// The entry through which `id` is judged: itself, unless it is the same as another one.
    package func judged(_ id: String) -> String { byID[id]?.sameAs ?? id }

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
            ids.append(requirement.id)
        }
    }
}
