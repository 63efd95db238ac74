package import MarkedYAML

/// A kind of observation and its fields.
package struct ObservationKind: Sendable {
    package var name: String
    package var meaning: String
    /// The kind whose fields it has beside its own.
    package var extends: String?
    package var fields: [(name: String, meaning: String)]
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["observation", "meaning", "extends", "fields"])
        name = try entry.required("observation").string()
        meaning = try entry.required("meaning").string()
        extends = try entry["extends"]?.string()
        var fields: [(name: String, meaning: String)] = []
        for field in try entry.required("fields").mapping().entries {
            fields.append((field.key, try field.value.string()))
        }
        self.fields = fields
        mark = node.mark
    }
}
