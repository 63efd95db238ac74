package import MarkedYAML

/// An action of a step.
package struct Verb: Sendable {
    /// The required state of the connection.
    package enum Session: String, Sendable, CaseIterable {
        /// Open, not verified.
        case open
        /// Verified and encrypted.
        case secured
        /// As the case left it; it is opened if necessary.
        case either
    }

    /// A parameter of the verb.
    package struct Parameter: Sendable {
        package var name: String
        package var type: ParameterType
        package var meaning: String
        /// Words that it accepts in addition to its type.
        package var words: [String]
        /// The only words that it accepts, apart from names in scope; any word if it is empty.
        package var choices: [String]
        /// The range of its numbers.
        package var range: ClosedRange<Int64>
        package var isRequired: Bool
        /// The limits that its type does not show: `1 to 65536`, `single, double, long`.
        package var limits: String? {
            if !choices.isEmpty { return choices.joined(separator: ", ") }
            return range == .min ... .max ? nil : "\(range.lowerBound) to \(range.upperBound)"
        }
        /// The procedure whose points its alterations name.
        package var points: String?
        /// The transports on which it is available.
        package var over: Reach
    }

    /// A requirement without which some fields of the observation prove nothing about other requirements: only a correct list of
    /// pairings shows which pairings were added.
    package struct Reliance: Sendable {
        package var requirement: String
        /// The fields of the observation that are wrong if the requirement is violated.
        package var fields: [String]

        init(_ node: YAMLNode) throws(YAMLProblem) {
            let entry = try node.mapping(allowing: ["requirement", "fields"])
            requirement = try entry.required("requirement").string()
            fields = try entry.required("fields").words()
        }
    }

    package var name: String
    package var meaning: String
    package var session: Session
    /// The parameter for a bare argument: `read: it`.
    package var shorthand: String?
    /// Whether other keys name characteristics: `write: {it: v1}`.
    package var namesCharacteristics: Bool
    /// Whether it only observes: such a step proves nothing unless an expectation uses its observation.
    package var onlyObserves: Bool
    /// Whether a step without expectations is a preparation: if it fails, later steps prove nothing.
    package var mustSucceed: Bool
    /// What its observation depends on; `nil` if it depends on no other requirement.
    package var reliance: Reliance?
    /// What `capture` can keep: `frame`.
    package var captures: [String]
    /// The transports on which it is available.
    package var over: Reach
    /// The transports on which it supports `capture`.
    package var capturesOver: Reach
    package var parameters: [Parameter]
    /// Whether its steps write to the characteristics that they name.
    package var writes: Bool
    /// The words of arguments with which a step only reads, by the argument's path, such as `then.method`.
    package var readsIf: [(path: [String], words: Set<String>)]
    /// The requirement that what it writes stays. A characteristic that violates it proves nothing about other requirements.
    package var lastsBy: String?
    /// The kind of observation that it makes.
    package var observes: String
    /// An example that the loader accepts.
    package var example: String
    package var mark: SourceMark

    init(_ node: YAMLNode) throws(YAMLProblem) {
        let entry = try node.mapping(
            allowing: [
                "verb", "meaning", "session", "shorthand", "names-characteristics", "only-observes", "must-succeed",
                "relies-on", "captures", "captures-over", "over", "parameters", "observes", "example", "writes",
                "reads-if", "lasts-by",
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
        reliance = try entry["relies-on"].map { node throws(YAMLProblem) in try Reliance(node) }
        captures = try entry["captures"].map { node throws(YAMLProblem) in try node.words() } ?? []
        over = try Reach(entry["over"])
        capturesOver = try Reach(entry["captures-over"])
        var readsIf: [(path: [String], words: Set<String>)] = []
        for condition in try entry["reads-if"]?.mapping().entries ?? [] {
            readsIf.append((condition.key.split(separator: ".").map(String.init), Set(try condition.value.words())))
        }
        self.readsIf = readsIf
        writes = try entry["writes"]?.bool() ?? false
        lastsBy = try entry["lasts-by"]?.string()
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

    /// The range of a parameter's numbers, which is required for numbers.
    private static func range(_ entry: YAMLMapping) throws(YAMLProblem) -> ClosedRange<Int64> {
        guard let node = entry["range"] else {
            guard try ["number", "numbers"].contains(entry.required("type").text) else { return .min ... .max }
            throw YAMLProblem(entry.mark, "the parameter takes numbers, so it needs a `range`")
        }
        let bounds = try node.list()
        guard bounds.count == 2 else {
            throw YAMLProblem(node.mark, "the range is malformed; expected [lowest, highest]")
        }
        let low = try bounds[0].integer()
        return low...(try bounds[1].integer(in: low ... .max))
    }

    /// The parameter with this name.
    package func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }
}
