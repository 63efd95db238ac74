package import MarkedYAML

/// A condition for observations.
package struct Predicate: Sendable {
    package var name: String
    package var meaning: String
    /// Its argument in words.
    package var argument: String
    /// The type of its argument; `nil` if the argument is a mapping.
    package var type: ParameterType?
    /// The keys of its argument; empty if the argument is not a mapping.
    package var keys: [(name: String, type: ParameterType)]
    /// The kinds of observation that it applies to; empty for all.
    package var observations: [String]
    package var test: Test
    /// The field that must be known before it can be judged; `nil` if there is none.
    package var needs: String?
    /// The expectation in words.
    package var says: Wording
    /// The field with the received value, shown before the observation's summary; `nil` for the summary only.
    package var got: String?
    /// The text for that field; `{entry.value}` stands for a field.
    package var gotSays: String?
    /// The transports on which it is available.
    package var over: Reach
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(
            allowing: [
                "predicate", "meaning", "argument", "type", "keys", "observations", "test", "needs", "says", "got",
                "got-says", "over",
            ]
        )
        name = try entry.required("predicate").string()
        meaning = try entry.required("meaning").string()
        argument = try entry.required("argument").string()
        type = try entry["type"].map { node throws(YAMLProblem) in try ParameterType(node) }
        var keys: [(name: String, type: ParameterType)] = []
        for key in try entry["keys"]?.mapping().entries ?? [] {
            keys.append((key.key, try ParameterType(key.value)))
        }
        self.keys = keys
        guard type != nil || !keys.isEmpty else {
            throw YAMLProblem(node.mark, "the predicate needs the `type` of its argument, or its `keys`")
        }
        observations = try entry["observations"].map { node throws(YAMLProblem) in try node.words() } ?? []
        test = try Test(try entry.required("test"))
        needs = try entry["needs"]?.string()
        says = try Wording(try entry.required("says"), type: type, keys: keys.map(\.name))
        got = try entry["got"]?.string()
        gotSays = try entry["got-says"]?.string()
        over = try Reach(entry["over"])
        mark = node.mark
    }
}
