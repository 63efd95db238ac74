import HAPModel
import MarkedYAML

/// Reads the steps of a case, and tracks the names in scope.
struct StepReader {
    let loader: SuiteLoader
    /// The requirements that the expectations prove by default.
    let proves: [String]
    /// The names of the characteristics on which the case runs, and from which value words are made.
    let characteristics: [String]
    /// The values of `row`.
    let rows: Rows
    /// The transports of the case. Everything in it must be available on each of them.
    let transports: [String]
    /// The connections that the case names. Others are single letters, or `new`.
    let namedConnections: [String]
    var scope: Scope
    /// The named observations with their kinds.
    var observations: [String: [String]] = [:]
    /// Whether expectations are read, in which observations can be compared.
    var isExpecting = false
    /// Whether steps are read: documents and monitors have no observations that could be compared.
    private(set) var hasSteps = false
    /// The connections that steps use.
    private(set) var connections: Set<String> = []

    var vocabulary: Vocabulary { loader.vocabulary }

    init(
        loader: SuiteLoader,
        proves: [String],
        characteristics: [String],
        rows: Rows,
        transports: [String],
        namedConnections: [String],
        scope: Scope
    ) {
        self.loader = loader
        self.proves = proves
        self.characteristics = characteristics
        self.rows = rows
        self.transports = transports
        self.namedConnections = namedConnections
        self.scope = scope
    }

    /// Reads the steps of a procedure; the last one must have an expectation.
    mutating func readProcedure(_ node: YAMLNode) throws(YAMLProblem) -> [Step] {
        hasSteps = true
        let steps = try readSteps(node, path: "")
        try checkEnd(of: steps)
        return steps
    }

    /// Steps after the last expectation prove nothing.
    private func checkEnd(of steps: [Step]) throws(YAMLProblem) {
        guard let last = steps.last, last.allExpectations.isEmpty else { return }
        throw YAMLProblem(last.mark, "neither this step nor a later one has an expectation, so it proves nothing")
    }

    private mutating func readSteps(_ node: YAMLNode, path: String) throws(YAMLProblem) -> [Step] {
        var steps: [Step] = []
        for (index, element) in try node.list().enumerated() {
            steps.append(try readStep(element, path: path.isEmpty ? "\(index + 1)" : "\(path).\(index + 1)"))
        }
        guard !steps.isEmpty else { throw YAMLProblem(node.mark, "the list of steps is empty") }
        return steps
    }

    static let common = ["on", "as", "capture", "expect", "while"]

    private mutating func readStep(_ node: YAMLNode, path: String) throws(YAMLProblem) -> Step {
        let mapping = try node.mapping()
        let keys = mapping.entries.filter { !Self.common.contains($0.key) }
        guard let index = keys.firstIndex(where: { actions.contains($0.key) }) ?? keys.indices.first else {
            return try readExpectationAlone(mapping, path: path)
        }
        let action = keys[index]
        if action.key != "log", let stray = mapping.entry("while") {
            throw YAMLProblem(stray.keyMark, "`while` needs `log`")
        }
        let done = try readAction(action, beside: keys.filter { $0.key != action.key }, in: mapping, path: path)
        if done.kinds.isEmpty {
            for key in ["on", "as", "capture", "expect"] {
                guard let stray = mapping.entry(key) else { continue }
                throw YAMLProblem(
                    stray.keyMark,
                    "`\(action.key)` makes no observation; move `\(key)` to a step inside it"
                )
            }
        }
        let name = try (mapping["as"] ?? done.name).map { node throws(YAMLProblem) in
            try declareObservation(node, kinds: done.kinds)
        }
        let captures = try readCaptures(mapping["capture"], of: action.key)
        var expectations =
            try mapping["expect"].map { node throws(YAMLProblem) in try readExpectations(node, kinds: done.kinds) }
            ?? []
        if case .call("measure", let arguments) = done.action {
            expectations += try readMeasurement(action, arguments, in: mapping)
        }
        let isLost = expectations.isEmpty && name == nil && captures.isEmpty
        if isLost, vocabulary.verb(action.key)?.onlyObserves == true {
            throw YAMLProblem(
                action.keyMark,
                "the observation of `\(action.key)` is not used; add `expect`, or name it with `as`"
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

    /// Reads a step without an action, which judges observations of earlier steps.
    private mutating func readExpectationAlone(_ step: YAMLMapping, path: String) throws(YAMLProblem) -> Step {
        guard let expect = step["expect"], step.entries.count == 1 else {
            throw YAMLProblem(step.mark, "the step has neither a verb nor an expectation")
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

    /// Reads a name that the author chose. It must not have another meaning.
    mutating func readNewName(_ node: YAMLNode) throws(YAMLProblem) -> String {
        let name = try node.string()
        try loader.checkName(name, at: node.mark)
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
                throw YAMLProblem(entry.keyMark, "`\(verb)` cannot capture `\(entry.key)`; it can capture \(kept)")
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
            throw YAMLProblem(
                node.mark,
                "expected the name of a connection, which is a lower-case word, not \(node.kindName)"
            )
        }
        guard name.count == 1 || name == "new" || namedConnections.contains(name) else {
            throw YAMLProblem(
                node.mark,
                "unknown connection `\(name)`; name it under `connections` of the case, or write a single letter or `new`"
            )
        }
        connections.insert(name)
        return name
    }

    // MARK: Actions

    /// The action of a step, and the keys inside its own mapping.
    private struct Done {
        var action: Step.Action
        /// The kinds of its observation; empty if it makes none.
        var kinds: [String] = []
        var connection: YAMLNode?
        var name: YAMLNode?
    }

    static let structural = ["after", "together", "repeat", "any-of", "log"]

    /// Everything that a step can do.
    private var actions: [String] { Self.structural + vocabulary.verbs.map(\.name) }

    /// A key of a step that is neither its action nor one of the keys beside it.
    private func stray(_ key: YAMLNode.Entry, beside action: YAMLNode.Entry) -> YAMLProblem {
        guard actions.contains(key.key) else {
            let known = Self.common + (vocabulary.verb(action.key)?.parameters.map(\.name) ?? [])
            return .unknown("key", key.key, among: known, at: key.keyMark)
        }
        return YAMLProblem(
            key.keyMark,
            "the step already has the action `\(action.key)`; move this one to a new step"
        )
    }

    private mutating func readAction(
        _ action: YAMLNode.Entry,
        beside others: [YAMLNode.Entry],
        in step: YAMLMapping,
        path: String
    ) throws(YAMLProblem) -> Done {
        let verb = vocabulary.verb(action.key)
        // A key beside the verb may be a parameter of it: `closed: b, within: 5s`.
        if let other = others.first(where: { verb?.parameter($0.key) == nil }) {
            throw stray(other, beside: action)
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
            return try readLog(action.value, while: step["while"], path: path)
        default:
            guard let verb else {
                throw .unknown("verb", action.key, among: actions, at: action.keyMark)
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

    private mutating func readLog(_ node: YAMLNode, while steps: YAMLNode?, path: String) throws(YAMLProblem) -> Done {
        let log = try node.mapping(allowing: ["events", "for", "until", "quiet", "as", "on"])
        let of = try readLogged(log["events"])
        let limit = try log["until"].map { (node) throws(YAMLProblem) in try readLimit(node) }
        if let quiet = log.entry("quiet"), limit == nil {
            throw YAMLProblem(quiet.keyMark, "`quiet` needs `until`, the events after which it begins")
        }
        let quiet = try log["quiet"].map { (node) throws(YAMLProblem) in try Duration(node) }
        let duration = try log["for"].map { (node) throws(YAMLProblem) in try Duration(node) }
        let inside = try steps.map { (node) throws(YAMLProblem) in try readSteps(node, path: path) } ?? []
        if duration == nil, limit != nil || inside.isEmpty { _ = try log.required("for") }
        if let quiet, let duration, let entry = log.entry("quiet"), quiet >= duration {
            throw YAMLProblem(entry.value.mark, "`quiet` must be shorter than `for`, which ends the log in any case")
        }
        let action = Step.Action.log(
            Step.Log(of: of, duration: duration, limit: limit, quiet: quiet ?? .zero, steps: inside)
        )
        return Done(action: action, kinds: ["events"], connection: log["on"], name: log["as"])
    }

    private mutating func readLimit(_ node: YAMLNode) throws(YAMLProblem) -> Step.LogLimit {
        guard node.entries != nil else { return .count(Int(try node.integer(in: 1...1000))) }
        let value = try node.mapping(allowing: ["last"]).required("last")
        return .last(try readArgument(value, as: .value, for: "until"))
    }

    /// Reads the characteristics that `log` listens to; `all` stands for all.
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
        guard (1...1000).contains(count) else { throw YAMLProblem(times.mark, "`times` needs a number from 1 to 1000") }
        let body = try readStep(try loop.required("do"), path: "\(path).1")
        guard case .call(let verb, _) = body.action else {
            throw YAMLProblem(body.mark, "the body of a loop needs a verb")
        }
        let action = Step.Action.repeat(
            times: Int(count),
            newConnection: try loop["connection"]?.word(of: ["new", "same"]) == "new",
            until: try loop["until"].map { node throws(YAMLProblem) in try readOutcome(node) },
            body: body
        )
        // A loop has its own fields and those of its last round.
        return Done(action: action, kinds: ["repetition"] + (vocabulary.verb(verb).map { [$0.observes] } ?? []))
    }

    private mutating func readAlternatives(_ node: YAMLNode, path: String) throws(YAMLProblem) -> [Step.Alternative] {
        let elements = try node.list()
        guard elements.count > 1 else { throw YAMLProblem(node.mark, "`any-of` needs at least two alternatives") }
        var alternatives: [Step.Alternative] = []
        for (index, element) in elements.enumerated() {
            let mapping = try element.mapping(allowing: ["pass", "warn"])
            guard let entry = mapping.entries.first, mapping.entries.count == 1 else {
                throw YAMLProblem(element.mark, "expected `pass: [steps]` or `warn: [steps]`")
            }
            let letter = String(UnicodeScalar(UInt8(97 + index % 26)))
            let steps = try readSteps(entry.value, path: "\(path)\(letter)")
            if steps.allSatisfy({ $0.allExpectations.isEmpty }), index + 1 < elements.count {
                throw YAMLProblem(
                    elements[index + 1].mark,
                    "this alternative is never reached, because the one before has no expectation"
                )
            }
            try checkEnd(of: steps)
            alternatives.append(Step.Alternative(verdict: entry.key, steps: steps))
        }
        guard alternatives.contains(where: { $0.verdict == "pass" }) else {
            throw YAMLProblem(node.mark, "at least one alternative must be `pass`")
        }
        return alternatives
    }
}
