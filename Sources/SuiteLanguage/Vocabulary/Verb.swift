package import MarkedYAML

/// Something that a step does.
package struct Verb: Sendable {
    /// What a connection must be before the verb can be carried out.
    package enum Session: String, Sendable, CaseIterable {
        /// Open, not verified.
        case open
        /// Verified and encrypted.
        case secured
        /// As the case left it; opened if it is not.
        case either
    }

    /// One of the arguments that it takes.
    package struct Parameter: Sendable {
        package var name: String
        package var type: ParameterType
        package var meaning: String
        /// Words that it takes beside what its type allows.
        package var words: [String]
        /// The only words that it takes, beside names in scope; empty is any.
        package var choices: [String]
        /// What its numbers lie in.
        package var range: ClosedRange<Int64>
        package var isRequired: Bool
        /// What its type alone does not say: `1 to 65536`, `single, double, long`.
        package var limits: String? {
            if !choices.isEmpty { return choices.joined(separator: ", ") }
            return range == .min ... .max ? nil : "\(range.lowerBound) to \(range.upperBound)"
        }
        /// The procedure whose points alterations name.
        package var points: String?
        /// The transports over which it can be given.
        package var over: Reach
    }

    package var name: String
    package var meaning: String
    package var session: Session
    /// The parameter that a bare argument stands for: `read: it`.
    package var shorthand: String?
    /// Whether keys that are no parameters name characteristics: `write: {it: v1}`.
    package var namesCharacteristics: Bool
    /// Whether it only looks: such a step proves nothing unless somebody judges what it saw.
    package var onlyObserves: Bool
    /// Whether a step that expects nothing of it is preparation, so that what follows proves nothing if it fails.
    package var mustSucceed: Bool
    /// What `capture` can keep of it: `frame`.
    package var captures: [String]
    /// The transports over which it can be done.
    package var over: Reach
    /// The transports over which something of it can be captured.
    package var capturesOver: Reach
    package var parameters: [Parameter]
    /// The kind of observation that it makes.
    package var observes: String
    /// An example that the loader accepts.
    package var example: String
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(
            allowing: [
                "verb", "meaning", "session", "shorthand", "names-characteristics", "only-observes", "must-succeed",
                "captures", "captures-over", "over", "parameters", "observes", "example",
            ]
        )
        name = try entry.required("verb").string()
        meaning = try entry.required("meaning").string()
        let session = try entry.required("session").word(of: Session.allCases.map(\.rawValue))
        self.session = Session(rawValue: session) ?? .either
        shorthand = try entry["shorthand"]?.string()
        namesCharacteristics = try entry["names-characteristics"]?.bool() ?? false
        onlyObserves = try entry["only-observes"]?.bool() ?? false
        mustSucceed = try entry["must-succeed"]?.bool() ?? false
        captures = try entry["captures"].map { node throws(YAMLProblem) in try node.words() } ?? []
        over = try Reach(entry["over"])
        capturesOver = try Reach(entry["captures-over"])
        observes = try entry.required("observes").string()
        example = try entry.required("example").string()
        mark = node.mark
        var parameters: [Parameter] = []
        for node in try entry["parameters"]?.list() ?? [] {
            let entry = try node.mapping(allowing: [
                "name", "type", "meaning", "words", "choices", "range", "required", "points", "over",
            ])
            parameters.append(
                Parameter(
                    name: try entry.required("name").string(),
                    type: try ParameterType(try entry.required("type")),
                    meaning: try entry.required("meaning").string(),
                    words: try entry["words"].map { node throws(YAMLProblem) in try node.words() } ?? [],
                    choices: try entry["choices"].map { node throws(YAMLProblem) in try node.words() } ?? [],
                    range: try Self.range(entry),
                    isRequired: try entry["required"]?.bool() ?? false,
                    points: try entry["points"]?.string(),
                    over: try Reach(entry["over"])
                )
            )
        }
        self.parameters = parameters
    }

    /// The range of a parameter's numbers: every one that takes numbers says which make sense.
    private static func range(_ entry: YAMLMapping) throws(YAMLProblem) -> ClosedRange<Int64> {
        guard let node = entry["range"] else {
            guard try ["number", "numbers"].contains(entry.required("type").text) else { return .min ... .max }
            throw YAMLProblem(entry.mark, "the parameter takes numbers and does not say in which `range`")
        }
        let bounds = try node.list()
        guard bounds.count == 2 else { throw YAMLProblem(node.mark, "a range is [lowest, highest]") }
        let low = try bounds[0].integer()
        return low...(try bounds[1].integer(in: low ... .max))
    }

    /// The parameter with this name.
    package func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }
}
