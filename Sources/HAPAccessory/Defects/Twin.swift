package import MarkedYAML

/// A simulated accessory that answers in another form than the reference implementation, and still conforms.
///
/// A defect proves that the suites detect a mistake; a twin proves that they tolerate a permitted alternative.
package struct Twin: AlteredConduct {
    package var name: String
    /// The requirements whose alternative it shows.
    package var answers: [String]
    /// The requirements that warn because of it; empty if the alternative is as good as the usual answer.
    package var warns: [String]
    /// The requirements that it violates beside those that it answers, because its change stands for more than one answer.
    /// Only cases about other requirements find this.
    package var violates: [String]
    /// The name of the accessory that is changed.
    package var accessory: String
    package var changes: [DefectChange]
    package var condition: DefectCondition
    /// The twin's position, for messages.
    package var mark: SourceMark
    /// The positions of the accessory and of the requirements that it names.
    package var marks: [String: SourceMark]
}

extension Twin {
    /// Reads a file of twins, and notes those that are wrong: for unknown keys, points and characteristics, for conditions
    /// without effect, for malformed requirement ids, and for duplicate names.
    ///
    /// - Parameter accessories: the simulated accessories, for the names of their services and characteristics.
    package static func read(
        _ text: String,
        file: String,
        accessories: [AccessoryDefinition],
        noting problems: inout YAMLProblems
    ) -> [Twin] {
        let list = problems.attempt { _ throws(YAMLProblem) in
            try YAMLNode.load(text, file: file).mapping(allowing: ["twins"]).required("twins")
        }
        var known: [String: SourceMark] = [:]
        return problems.elements(list) { node, problems in
            problems.attempt { _ throws(YAMLProblem) in
                let twin = try Twin(node, accessories)
                if let first = known[twin.name] {
                    throw YAMLProblem(node.mark, "duplicate twin `\(twin.name)`, first at \(first)")
                }
                known[twin.name] = twin.mark
                return twin
            }
        }
    }

    init(_ node: YAMLNode, _ accessories: [AccessoryDefinition]) throws(YAMLProblem) {
        mark = node.mark
        let mapping = try node.mapping(
            allowing: ["twin", "answers", "warns", "violates", "on", "when"] + DefectChange.keys
        )
        name = try mapping.required("twin").slug()
        marks = [:]
        answers = try mapping.required("answers").requirementIDs(noting: &marks)
        warns = try mapping["warns"]?.requirementIDs(noting: &marks) ?? []
        violates = try mapping["violates"]?.requirementIDs(noting: &marks) ?? []
        accessory = try mapping.required("on").slug()
        marks[accessory] = try mapping.required("on").mark
        condition = try mapping["when"].map { (node) throws(YAMLProblem) in try DefectCondition(node) } ?? .always
        changes = try DefectChange.all(of: mapping, at: node.mark)
        let check = DefectCheck(accessory: accessories.first { [accessory] in $0.name == accessory })
        try check.check(mapping, changes, condition)
    }
}
