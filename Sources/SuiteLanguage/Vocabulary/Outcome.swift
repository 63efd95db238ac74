package import MarkedYAML

/// A named way in which an exchange can end.
package struct Outcome: Sendable {
    package var name: String
    package var meaning: String
    package var test: Test
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["outcome", "meaning", "test"])
        name = try entry.required("outcome").string()
        meaning = try entry.required("meaning").string()
        test = try Test(try entry.required("test"))
        mark = node.mark
    }
}
