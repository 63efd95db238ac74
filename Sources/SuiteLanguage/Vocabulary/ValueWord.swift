package import MarkedYAML

/// A word for a value that is made from a characteristic's declaration and the instance's seed.
package struct ValueWord: Sendable {
    package var name: String
    package var meaning: String
    /// Whether it makes rows (`boundary:`) or is used in steps (`v1`, `other`).
    package var isBoundary: Bool
    /// The transports that can carry the value.
    package var over: Reach
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(allowing: ["value", "meaning", "boundary", "over"])
        name = try entry.required("value").string()
        meaning = try entry.required("meaning").string()
        isBoundary = try entry["boundary"]?.bool() ?? false
        over = try Reach(entry["over"])
        mark = node.mark
    }
}
