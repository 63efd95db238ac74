package import MarkedYAML

/// What can be expected of an observation.
package struct Predicate: Sendable {
    package var name: String
    package var meaning: String
    /// What its argument is, in words.
    package var argument: String
    /// What its argument may be if it is no mapping; `nil` if it must be one.
    package var type: ParameterType?
    /// What its argument may hold if it is a mapping; empty if it must be none.
    package var keys: [(name: String, type: ParameterType)]
    /// The kinds of observation that it fits; empty is any.
    package var observations: [String]
    package var test: Test
    /// A field without which it cannot be judged, because what it compares with is not known; `nil` if there is none.
    package var needs: String?
    /// What is expected, for people.
    package var says: Wording
    /// The field whose value says what came instead, before the observation's summary; `nil` if that says all.
    package var got: String?
    /// How that is said; `{entry.value}` stands for a field.
    package var gotSays: String?
    /// The transports over which it can be expected.
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
            throw YAMLProblem(node.mark, "the predicate does not say of which `type` its argument is, or its `keys`")
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
