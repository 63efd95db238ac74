import HAPModel
import Latency
import MarkedYAML
import Measurement

/// Steps that measure: what an impossible measurement or budget is.
extension StepReader {
    /// Reads limits of percentiles. Which percentiles exist depends on the operation.
    func readBudget(_ node: YAMLNode, for name: String) throws(YAMLProblem) -> Argument {
        guard let entries = node.entries, !entries.isEmpty else {
            throw YAMLProblem(node.mark, "`\(name)` needs \(ParameterType.budget.wanted), not \(node.kindName)")
        }
        var limits: [Argument.Entry] = []
        for entry in entries {
            guard try Duration(entry.value) > .zero, let text = entry.value.text else {
                throw YAMLProblem(entry.value.mark, "the limit `\(entry.key)` needs a time greater than 0")
            }
            limits.append(Argument.Entry(key: entry.key, value: .literal(.string(text))))
        }
        return .map(limits)
    }

    /// Checks a step `measure`, whose arguments have been read.
    ///
    /// - Returns: the expectations that its budget stands for, one for each percentile.
    func readMeasurement(
        _ action: YAMLNode.Entry,
        _ arguments: [Argument.Entry],
        in step: YAMLMapping
    ) throws(YAMLProblem) -> [Expectation] {
        if let stray = step.entry("on") {
            throw YAMLProblem(stray.keyMark, "`measure` uses connections of its own; remove `on`")
        }
        let written = MeasureNode(action, arguments)
        for load in loads(written) { try check(written, load) }
        var expectations: [Expectation] = []
        for limit in written.limits {
            guard !proves.isEmpty else {
                throw YAMLProblem(
                    limit.keyMark,
                    "the budget proves what the case `proves`, which the case does not say"
                )
            }
            let argument = Argument.Entry(key: limit.key, value: .literal(.string(limit.value.text ?? "")))
            let term = Expectation.Term(predicate: "budget", argument: .map([argument]), mark: limit.keyMark)
            expectations.append(
                Expectation(terms: [term], tolerates: [], of: nil, proves: proves, mark: limit.keyMark)
            )
        }
        // Expectations of the step itself are about the same percentiles.
        for entry in step["expect"]?.listOrOne ?? [] {
            guard let budget = try entry.mapping()["budget"] else { continue }
            for load in loads(written) {
                for limit in budget.entries ?? [] { try check(limit, load) }
            }
        }
        return expectations
    }

    /// A measurement as a row or the step itself says.
    private struct Load {
        var operation: MeasuredOperation
        var plan: LoadPlan
        /// How long it takes at most.
        var most: Duration
    }

    /// The arguments of the step with their places.
    private struct MeasureNode {
        let arguments: [Argument.Entry]
        private let node: YAMLNode

        init(_ action: YAMLNode.Entry, _ arguments: [Argument.Entry]) {
            node = action.value
            self.arguments = arguments
        }

        func mark(_ name: String) -> SourceMark { node.entries?.first { $0.key == name }?.value.mark ?? node.mark }

        var limits: [YAMLNode.Entry] { node.entries?.first { $0.key == "budget" }?.value.entries ?? [] }

        func argument(_ name: String) -> Argument? { arguments.first { $0.key == name }?.value }
    }

    /// What the step measures: once, or once for each row.
    private func loads(_ written: MeasureNode) -> [Load] {
        let named = ["operation", "count", "sessions", "warm-up", "rate", "for"]
        let isOfRows = named.contains { name in
            if case .reference = written.argument(name) { true } else { false }
        }
        guard isOfRows, case .listed(let listed) = rows else { return load(written, row: nil).map { [$0] } ?? [] }
        return listed.compactMap { load(written, row: $0.value) }
    }

    /// - Returns: `nil` if the operation is a name whose value only the run knows.
    private func load(_ written: MeasureNode, row: JSON?) -> Load? {
        func value(_ name: String) -> JSON? {
            switch written.argument(name) {
            case .literal(let value): value
            case .reference(let name): Self.path(inRow: name)?.reduce(row as JSON?) { $0?[String($1)] }
            default: nil
            }
        }
        func number(_ name: String) -> Int? { value(name)?.int64Value.map { Int(clamping: $0) } }
        guard let operation = value("operation")?.stringValue.flatMap(MeasuredOperation.init(rawValue:)) else {
            return nil
        }
        let plan = LoadPlan(
            count: number("count"),
            rate: number("rate").map(Double.init),
            sessions: number("sessions") ?? 1,
            warmUp: number("warm-up")
        )
        let most = value("for")?.stringValue.flatMap { Duration(suite: $0) } ?? MeasuredOperation.mostInSuites
        return Load(operation: operation, plan: plan, most: most)
    }

    private func check(_ written: MeasureNode, _ load: Load) throws(YAMLProblem) {
        let operation = load.operation
        let count = load.plan.count(of: operation)
        if load.plan.sessions > 1, !operation.isShared {
            throw YAMLProblem(
                written.mark("sessions"),
                "`\(operation.rawValue)` is measured in one session, not in \(load.plan.sessions)"
            )
        }
        if load.plan.sessions > count {
            throw YAMLProblem(
                written.mark("sessions"),
                "\(load.plan.sessions) sessions cannot share \(count) operations; measure more of them"
            )
        }
        if let rate = load.plan.rate {
            guard operation.followsRate else {
                throw YAMLProblem(
                    written.mark("rate"),
                    "`\(operation.rawValue)` has no rate: between two changes the tester waits for more than a second"
                )
            }
            let seconds = Double(count + load.plan.warmUp(of: operation)) / rate
            guard .seconds(seconds) <= load.most else {
                throw YAMLProblem(
                    written.mark("rate"),
                    "\(count) operations and their warm-up take \(Int(seconds.rounded(.up))) s at this rate; allow that with `for`, or measure fewer"
                )
            }
        }
        if written.argument("of") != nil, !operation.usesCharacteristics {
            throw YAMLProblem(written.mark("of"), "`\(operation.rawValue)` uses no characteristic; remove `of`")
        }
        for limit in written.limits { try check(limit, load) }
    }

    private func check(_ limit: YAMLNode.Entry, _ load: Load) throws(YAMLProblem) {
        let operation = load.operation
        let messages = operation.messages
        guard messages.isEmpty || messages.contains(where: { limit.key.hasPrefix("\($0).") }) else {
            let words = messages.map { "`\($0).\(Percentile.max.rawValue)`" }
            throw YAMLProblem(
                limit.keyMark,
                "`\(operation.rawValue)` is measured message by message; write \(Spoken.words(words, joining: "or")), not `\(limit.key)`"
            )
        }
        let parts: (series: String, percentile: Percentile)
        do throws(LatencyBudgetError) {
            parts = try LatencyBudget.parts(of: "\(operation.rawValue).\(limit.key)")
        } catch {
            throw YAMLProblem(limit.keyMark, error.description)
        }
        let count = load.plan.count(of: operation)
        guard count >= parts.percentile.fewest else {
            throw YAMLProblem(
                limit.keyMark,
                "\(count) times are too few for \(parts.percentile.rawValue); measure at least \(parts.percentile.fewest), or limit `max`"
            )
        }
    }
}

extension SuiteLoader {
    /// Checks that the accessory is in the state that the measurements of a case need.
    func checkMeasurements(_ steps: [Step], _ state: StateContract) throws(YAMLProblem) {
        for step in steps {
            try checkMeasurements(step.inner, state)
            guard case .call("measure", let arguments) = step.action,
                let word = arguments.first(where: { $0.key == "operation" })?.value.word,
                let operation = MeasuredOperation(rawValue: word)
            else { continue }
            if operation == .pairSetup {
                func number(_ name: String) -> Int? {
                    guard case .literal(let value)? = arguments.first(where: { $0.key == name })?.value else {
                        return nil
                    }
                    return value.int64Value.map { Int(clamping: $0) }
                }
                let plan = LoadPlan(count: number("count"), warmUp: number("warm-up"))
                let pairings = plan.count(of: operation) + plan.warmUp(of: operation)
                guard state.needs == .unpaired, state.pairings >= pairings else {
                    throw YAMLProblem(
                        step.mark,
                        "the measurement of pair-setup needs `needs: unpaired` and `spends: {pairings: \(pairings)}`"
                    )
                }
            } else if state.needs != .paired, operation != .connect, operation != .discovery {
                throw YAMLProblem(step.mark, "`\(word)` is measured in sessions, so the case needs `needs: paired`")
            }
        }
    }
}

extension MeasuredOperation {
    /// How long a step measures at most if it does not say it.
    package static let mostInSuites = Duration.seconds(30)
}
