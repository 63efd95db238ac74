import HAPModel
import MarkedYAML

/// Reads what a case does and expects, keeping track of the names in scope.
struct StepReader {
    let loader: SuiteLoader
    /// What the case's expectations prove unless they say otherwise.
    let proves: [String]
    /// Whether the case runs for characteristics, from which value words are made.
    let hasCharacteristic: Bool
    /// What `row` stands for.
    let rows: Rows
    /// The transports that the case runs over: what it says must hold over each of them.
    let transports: [String]
    var scope: Scope
    /// Names of observations that later expectations may judge, with the kinds of what they see.
    var observations: [String: [String]] = [:]
    /// The connections that steps use.
    private(set) var connections: Set<String> = []

    var vocabulary: Vocabulary { loader.vocabulary }

    init(loader: SuiteLoader, proves: [String], hasCharacteristic: Bool, rows: Rows, transports: [String], scope: Scope)
    {
        self.loader = loader
        self.proves = proves
        self.hasCharacteristic = hasCharacteristic
        self.rows = rows
        self.transports = transports
        self.scope = scope
    }

    /// Reads the steps of a procedure; the last one must expect something.
    mutating func readProcedure(_ node: YAMLNode) throws(YAMLProblem) -> [Step] {
        let steps = try readSteps(node, path: "")
        try checkEnd(of: steps)
        return steps
    }

    /// Steps behind the last expectation prove nothing.
    private func checkEnd(of steps: [Step]) throws(YAMLProblem) {
        guard let last = steps.last, last.allExpectations.isEmpty else { return }
        throw YAMLProblem(last.mark, "nothing is expected of this step or after it, so it proves nothing")
    }

    private mutating func readSteps(_ node: YAMLNode, path: String) throws(YAMLProblem) -> [Step] {
        var steps: [Step] = []
        for (index, element) in try node.list().enumerated() {
            steps.append(try readStep(element, path: path.isEmpty ? "\(index + 1)" : "\(path).\(index + 1)"))
        }
        guard !steps.isEmpty else { throw YAMLProblem(node.mark, "there are no steps") }
        return steps
    }

    private static let common = ["on", "as", "capture", "expect", "while"]

    private mutating func readStep(_ node: YAMLNode, path: String) throws(YAMLProblem) -> Step {
        let mapping = try node.mapping()
        let actions = mapping.entries.filter { !Self.common.contains($0.key) }
        guard let action = actions.first else { return try readExpectationAlone(mapping, path: path) }
        if action.key != "log", let stray = mapping.entry("while") {
            throw YAMLProblem(stray.keyMark, "`while` belongs to `log`")
        }
        let done = try readAction(action, beside: Array(actions.dropFirst()), in: mapping, path: path)
        if done.kinds.isEmpty {
            for key in ["on", "as", "capture", "expect"] {
                guard let stray = mapping.entry(key) else { continue }
                throw YAMLProblem(
                    stray.keyMark,
                    "`\(action.key)` itself sees nothing: `\(key)` belongs to a step in it"
                )
            }
        }
        let name = try (mapping["as"] ?? done.name).map { node throws(YAMLProblem) in
            try declareObservation(node, kinds: done.kinds)
        }
        let captures = try readCaptures(mapping["capture"], of: action.key)
        let expectations =
            try mapping["expect"].map { node throws(YAMLProblem) in try readExpectations(node, kinds: done.kinds) }
            ?? []
        let isLost = expectations.isEmpty && name == nil && captures.isEmpty
        if isLost, vocabulary.verb(action.key)?.onlyObserves == true {
            throw YAMLProblem(
                action.keyMark,
                "`\(action.key)` only looks, and nobody judges what it sees: expect something, or name it with `as`"
            )
        }
        return Step(
            path: path,
            action: done.action,
            connection: try readConnection(mapping["on"] ?? done.connection),
            name: name,
            captures: captures,
            expectations: expectations,
            mark: node.mark
        )
    }

    /// A step that does nothing and judges what earlier ones saw.
    private mutating func readExpectationAlone(_ step: YAMLMapping, path: String) throws(YAMLProblem) -> Step {
        guard let expect = step["expect"], step.entries.count == 1 else {
            throw YAMLProblem(step.mark, "the step does nothing: it has no verb")
        }
        let expectations = try readExpectations(expect, kinds: [])
        return Step(
            path: path,
            action: .expect,
            connection: nil,
            name: nil,
            captures: [],
            expectations: expectations,
            mark: step.mark
        )
    }

    private mutating func declareObservation(_ node: YAMLNode, kinds: [String]) throws(YAMLProblem) -> String {
        let name = try readNewName(node)
        observations[name] = kinds
        return name
    }

    /// A name of the author's choice, which must not mean something else already.
    mutating func readNewName(_ node: YAMLNode) throws(YAMLProblem) -> String {
        let name = try node.string()
        guard SuiteWord.isName(name) else {
            throw YAMLProblem(node.mark, "a name is a lower-case word, not \(node.kindName)")
        }
        let isTaken = vocabulary.predicate(name) != nil || vocabulary.value(name) != nil || name == "row"
        if isTaken { throw YAMLProblem(node.mark, "`\(name)` has a meaning already: choose another name") }
        try scope.declare(name, at: node.mark)
        return name
    }

    private mutating func readCaptures(
        _ node: YAMLNode?,
        of verb: String
    ) throws(YAMLProblem) -> [(what: String, name: String)] {
        var captures: [(what: String, name: String)] = []
        let known = vocabulary.verb(verb)?.captures ?? []
        for entry in try node?.mapping().entries ?? [] {
            guard known.contains(entry.key) else {
                let kept = known.isEmpty ? "nothing" : known.joined(separator: ", ")
                throw YAMLProblem(entry.keyMark, "`\(entry.key)` cannot be captured of `\(verb)`; what can is: \(kept)")
            }
            try checkReach(
                of: "`capture: {\(entry.key): …}`",
                vocabulary.verb(verb)?.capturesOver ?? .everywhere,
                at: entry.keyMark
            ) { [] }
            captures.append((entry.key, try readNewName(entry.value)))
        }
        return captures
    }

    private mutating func readConnection(_ node: YAMLNode?) throws(YAMLProblem) -> String? {
        guard let node else { return nil }
        let name = try node.string()
        guard SuiteWord.isName(name) else {
            throw YAMLProblem(node.mark, "a connection's name is a lower-case word, not \(node.kindName)")
        }
        connections.insert(name)
        return name
    }

    // MARK: Actions

    /// What a step does, and what is said of it inside its own mapping.
    private struct Done {
        var action: Step.Action
        /// The kinds of what it sees; empty if it sees nothing itself.
        var kinds: [String] = []
        var connection: YAMLNode?
        var name: YAMLNode?
    }

    private static let structural = ["after", "together", "repeat", "any-of", "log"]

    private mutating func readAction(
        _ action: YAMLNode.Entry,
        beside others: [YAMLNode.Entry],
        in step: YAMLMapping,
        path: String
    ) throws(YAMLProblem) -> Done {
        let verb = vocabulary.verb(action.key)
        // What stands beside the verb may be a parameter of it: `closed: b, within: 5s`.
        if let other = others.first(where: { verb?.parameter($0.key) == nil }) {
            throw YAMLProblem(other.keyMark, "a step does one thing; `\(action.key)` stands here already")
        }
        switch action.key {
        case "after":
            return Done(action: .after(try Duration(action.value)))
        case "together":
            return Done(action: .together(try readSteps(action.value, path: path)))
        case "repeat":
            return try readRepeat(action.value, path: path)
        case "any-of":
            return Done(action: .anyOf(try readAlternatives(action.value, path: path)))
        case "log":
            let log = try action.value.mapping(allowing: ["events", "for", "as", "on"])
            let of = try readLogged(log["events"])
            let steps = try step["while"].map { node throws(YAMLProblem) in try readSteps(node, path: path) } ?? []
            let duration = try Duration(try log.required("for"))
            return Done(
                action: .log(Step.Log(of: of, duration: duration, steps: steps)),
                kinds: ["events"],
                connection: log["on"],
                name: log["as"]
            )
        default:
            guard let verb else {
                let known = (Self.structural + vocabulary.verbs.map(\.name)).sorted().joined(separator: ", ")
                throw YAMLProblem(action.keyMark, "`\(action.key)` is no verb; known are \(known)")
            }
            try checkReach(of: "`\(verb.name)`", verb.over, at: action.keyMark) {
                Self.structural + vocabulary.verbs.filter { $0.over.covers(transports) }.map(\.name)
            }
            let (arguments, connection) = try readArguments(action.value, beside: others, of: verb)
            return Done(
                action: .call(verb: verb.name, arguments: arguments),
                kinds: [verb.observes],
                connection: connection
            )
        }
    }

    /// The characteristics that `log` listens to; `all` is every one.
    private mutating func readLogged(_ node: YAMLNode?) throws(YAMLProblem) -> [Argument] {
        var of: [Argument] = []
        for element in node?.listOrOne ?? [] where element.text != "all" {
            of.append(try readArgument(element, as: .characteristic, for: "events"))
        }
        return of
    }

    private mutating func readRepeat(_ node: YAMLNode, path: String) throws(YAMLProblem) -> Done {
        let loop = try node.mapping(allowing: ["times", "connection", "until", "do"])
        let times = try loop.required("times")
        let count = try times.integer()
        guard (1...1000).contains(count) else { throw YAMLProblem(times.mark, "a loop runs 1 to 1000 times") }
        let body = try readStep(try loop.required("do"), path: "\(path).1")
        guard case .call(let verb, _) = body.action else {
            throw YAMLProblem(body.mark, "a loop repeats a verb")
        }
        let action = Step.Action.repeat(
            times: Int(count),
            newConnection: try loop["connection"]?.word(of: ["new", "same"]) == "new",
            until: try loop["until"].map { node throws(YAMLProblem) in try readOutcome(node) },
            body: body
        )
        // Beside its own fields a loop shows those of its last round.
        return Done(action: action, kinds: ["repetition"] + (vocabulary.verb(verb).map { [$0.observes] } ?? []))
    }

    private mutating func readAlternatives(_ node: YAMLNode, path: String) throws(YAMLProblem) -> [Step.Alternative] {
        let elements = try node.list()
        guard elements.count > 1 else { throw YAMLProblem(node.mark, "`any-of` needs two alternatives at least") }
        var alternatives: [Step.Alternative] = []
        for (index, element) in elements.enumerated() {
            let mapping = try element.mapping(allowing: ["pass", "warn"])
            guard let entry = mapping.entries.first, mapping.entries.count == 1 else {
                throw YAMLProblem(element.mark, "an alternative is one of `pass: [steps]` and `warn: [steps]`")
            }
            let letter = String(UnicodeScalar(UInt8(97 + index % 26)))
            let steps = try readSteps(entry.value, path: "\(path)\(letter)")
            if steps.allSatisfy({ $0.allExpectations.isEmpty }), index + 1 < elements.count {
                throw YAMLProblem(
                    elements[index + 1].mark,
                    "this alternative is never reached: the one before expects nothing"
                )
            }
            try checkEnd(of: steps)
            alternatives.append(Step.Alternative(verdict: entry.key, steps: steps))
        }
        guard alternatives.contains(where: { $0.verdict == "pass" }) else {
            throw YAMLProblem(node.mark, "one of the alternatives must be `pass`: what is right?")
        }
        return alternatives
    }
}
