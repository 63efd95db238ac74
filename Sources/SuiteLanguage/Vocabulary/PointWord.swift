package import MarkedYAML

/// The name of a place in a procedure where `set` and `alter` change something: `M3.A`.
package struct PointWord: Sendable {
    package var name: String
    /// The procedure of the point: `pair-setup`, `frame`.
    package var procedure: String
    package var meaning: String
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["point", "of", "meaning"])
        name = try entry.required("point").string()
        procedure = try entry.required("of").string()
        meaning = try entry.required("meaning").string()
        mark = node.mark
    }
}
