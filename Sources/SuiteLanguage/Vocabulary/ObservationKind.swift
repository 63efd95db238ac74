package import MarkedYAML

/// A kind of observation and its fields.
package struct ObservationKind: Sendable {
    /// A field of an observation.
    package struct Field: Sendable {
        package var name: String
        package var meaning: String
        /// Whether every observation of the kind has it with a value other than null.
        package var isAlwaysThere: Bool
        /// What it holds.
        package var shape: FieldShape
        /// The transports on which it is available.
        package var over: Reach
    }

    /// A field with which the observation proves no violation, except of a few requirements.
    package struct Doubt: Sendable {
        package var field: String
        /// The text that the field must have; `nil` if any value raises the doubt.
        package var value: String?
        /// The requirements whose violation is proven nevertheless.
        package var requirements: [String]
        /// The names of the fields that are doubtful, without their paths (`value`); all if it is empty.
        package var parts: [String]
        /// Why, with fields of the observation: `closed after {silent-end-ms} ms`.
        package var says: String

        /// What it means in words.
        package var words: String {
            let about = parts.isEmpty ? "" : "about `\(parts.joined(separator: "` or `"))` "
            let rest = "is inconclusive about \(requirements.isEmpty ? "all" : "other") requirements"
            let proven = "proves a violation of \(requirements.joined(separator: " or ")) only, and "
            let name = value.map { "\(field): \($0)" } ?? field
            return "With `\(name)`, an expectation \(about)that does not hold "
                + (requirements.isEmpty ? "" : proven) + rest + "."
        }

        init(_ node: YAMLNode) throws(YAMLProblem) {
            let entry = try node.mapping(allowing: ["field", "is", "requirements", "parts", "says"])
            field = try entry.required("field").string()
            value = try entry["is"]?.string()
            requirements = []
            for id in try entry["requirements"]?.list() ?? [] { requirements.append(try id.string()) }
            parts = []
            for part in try entry["parts"]?.list() ?? [] { parts.append(try part.string()) }
            says = try entry.required("says").string()
        }
    }

    package var name: String
    package var meaning: String
    /// The kind whose fields it has in addition to its own.
    package var extends: String?
    package var fields: [Field]
    /// The fields that are decoded from the body, so that they are unknown if the body cannot be read.
    package var fromBody: [String]
    /// Empty if each violation is proven.
    package var doubts: [Doubt]
    /// The transports on which it is made.
    package var over: Reach
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: [
            "observation", "meaning", "extends", "fields", "from-body", "doubts", "over",
        ])
        name = try entry.required("observation").string()
        meaning = try entry.required("meaning").string()
        extends = try entry["extends"]?.string()
        var fields: [Field] = []
        for field in try entry.required("fields").mapping().entries {
            let details =
                field.value.entries == nil
                ? nil : try field.value.mapping(allowing: ["meaning", "always", "holds", "over"])
            fields.append(
                Field(
                    name: field.key,
                    meaning: try (details?.required("meaning") ?? field.value).string(),
                    isAlwaysThere: try details?["always"]?.bool() ?? false,
                    shape: try details?["holds"].map { node throws(YAMLProblem) in try FieldShape(node) } ?? .value,
                    over: try Reach(details?["over"])
                )
            )
        }
        self.fields = fields
        var fromBody: [String] = []
        for name in try entry["from-body"]?.list() ?? [] {
            let text = try name.string()
            guard fields.contains(where: { $0.name == text }) else {
                throw YAMLProblem(name.mark, "unknown field `\(text)`; `from-body` lists fields of this observation")
            }
            fromBody.append(text)
        }
        self.fromBody = fromBody
        doubts = []
        for doubt in try entry["doubts"]?.list() ?? [] { doubts.append(try Doubt(doubt)) }
        over = try Reach(entry["over"])
        mark = node.mark
    }
}
