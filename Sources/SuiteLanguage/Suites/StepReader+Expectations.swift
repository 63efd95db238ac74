import HAPModel
import MarkedYAML

extension StepReader {
    /// Reads a mapping of predicates, or a list of mappings. An entry with the name of an observation applies to that
    /// one.
    ///
    /// - Parameter kinds: the kinds of the step's observation; empty if it makes none.
    mutating func readExpectations(_ node: YAMLNode, kinds: [String]) throws(YAMLProblem) -> [Expectation] {
        var expectations: [Expectation] = []
        for element in node.listOrOne {
            expectations += try readExpectation(element, kinds: kinds)
        }
        return expectations
    }

    private mutating func readExpectation(_ node: YAMLNode, kinds: [String]) throws(YAMLProblem) -> [Expectation] {
        let mapping = try node.mapping()
        var ids = try loader.readIDs(mapping["proves"])
        if ids.isEmpty { ids = proves }
        guard !ids.isEmpty else {
            throw YAMLProblem(node.mark, "the expectation needs the requirement that it `proves`")
        }
        let tolerated = try mapping["tolerate"]?.mapping().entries ?? []
        let conditions = try readConditions(mapping["where"])
        var own: [YAMLNode.Entry] = []
        var expectations: [Expectation] = []
        for entry in mapping.entries where !["proves", "tolerate", "where"].contains(entry.key) {
            guard let seen = observations[entry.key] else {
                own.append(entry)
                continue
            }
            _ = scope.use(entry.key)
            expectations.append(
                Expectation(
                    conditions: conditions,
                    terms: try readTerms(try entry.value.mapping().entries, kinds: seen),
                    tolerates: try readTerms(tolerated, kinds: seen),
                    of: entry.key,
                    proves: ids,
                    mark: entry.keyMark
                )
            )
        }
        if let first = own.first {
            guard !kinds.isEmpty else {
                let known = observations.keys.sorted().joined(separator: ", ")
                throw YAMLProblem(
                    first.keyMark,
                    "unknown observation `\(first.key)`; expected one that a step named with `as`: "
                        + (known.isEmpty ? "none" : known)
                )
            }
            expectations.append(
                Expectation(
                    conditions: conditions,
                    terms: try readTerms(own, kinds: kinds),
                    tolerates: try readTerms(tolerated, kinds: kinds),
                    of: nil,
                    proves: ids,
                    mark: node.mark
                )
            )
        }
        guard expectations.allSatisfy({ !$0.terms.isEmpty }), !expectations.isEmpty else {
            throw YAMLProblem(node.mark, "the expectation is empty")
        }
        return expectations
    }

    /// Reads what other observations must have shown.
    private mutating func readConditions(_ node: YAMLNode?) throws(YAMLProblem) -> [Expectation.Condition] {
        var conditions: [Expectation.Condition] = []
        for entry in try node?.mapping().entries ?? [] {
            guard let seen = observations[entry.key] else {
                throw .unknown("observation", entry.key, among: observations.keys.sorted(), at: entry.keyMark)
            }
            _ = scope.use(entry.key)
            let terms = try readTerms(try entry.value.mapping().entries, kinds: seen)
            guard !terms.isEmpty else { throw YAMLProblem(entry.keyMark, "the condition is empty") }
            conditions.append(Expectation.Condition(of: entry.key, terms: terms))
        }
        return conditions
    }

    /// Reads predicates with their arguments.
    mutating func readTerms(_ entries: [YAMLNode.Entry], kinds: [String]) throws(YAMLProblem) -> [Expectation.Term] {
        isExpecting = true
        defer { isExpecting = false }
        var terms: [Expectation.Term] = []
        for entry in entries {
            guard let predicate = vocabulary.predicate(entry.key) else {
                let known = vocabulary.predicates.filter { vocabulary.fits($0, kinds) }.map(\.name)
                throw .unknown("predicate", entry.key, among: known, at: entry.keyMark)
            }
            guard vocabulary.fits(predicate, kinds) else {
                throw YAMLProblem(
                    entry.keyMark,
                    "`\(entry.key)` applies to \(predicate.observations.joined(separator: ", ")), not to "
                        + kinds.joined(separator: ", ")
                )
            }
            try checkReach(of: "`\(entry.key)`", predicate.over, at: entry.keyMark) {
                vocabulary.predicates.filter { vocabulary.fits($0, kinds) && $0.over.covers(transports) }.map(\.name)
            }
            let argument = try readArgument(entry.value, of: predicate, kinds: kinds)
            terms.append(Expectation.Term(predicate: predicate.name, argument: argument, mark: entry.keyMark))
        }
        return terms
    }

    private mutating func readArgument(
        _ node: YAMLNode,
        of predicate: Predicate,
        kinds: [String]
    ) throws(YAMLProblem) -> Argument {
        if predicate.type == .fields { return try readFields(node, kinds: kinds) }
        guard let entries = node.entries, !predicate.keys.isEmpty else {
            guard let type = predicate.type else {
                let keys = predicate.keys.map { "\($0.name): \($0.type.rawValue)" }.joined(separator: ", ")
                throw YAMLProblem(node.mark, "`\(predicate.name)` needs {\(keys)}, not \(node.kindName)")
            }
            return try readArgument(node, as: type, for: predicate.name)
        }
        guard !entries.isEmpty else { throw YAMLProblem(node.mark, "the expectation is empty") }
        var map: [Argument.Entry] = []
        for entry in entries {
            guard let key = predicate.keys.first(where: { $0.name == entry.key }) else {
                throw YAMLProblem(
                    entry.keyMark,
                    "unknown key `\(entry.key)` of `\(predicate.name)`"
                        + NearNames(predicate.keys.map(\.name)).hint(for: entry.key)
                )
            }
            map.append(
                Argument.Entry(key: key.name, value: try readArgument(entry.value, as: key.type, for: entry.key))
            )
        }
        return .map(map)
    }

    /// Reads `field: {path: value}` and `field: {path: {operator: value}}`.
    mutating func readFields(_ node: YAMLNode, kinds: [String]) throws(YAMLProblem) -> Argument {
        var map: [Argument.Entry] = []
        for entry in try node.mapping().entries {
            let shape = kinds.isEmpty ? nil : try shape(ofField: entry.key, kinds, at: entry.keyMark)
            try checkReach(of: "`\(entry.key)`", vocabulary.reach(ofField: entry.key, kinds), at: entry.keyMark) {
                kinds.flatMap { vocabulary.lineage(of: $0) }.flatMap(\.fields).map(\.name)
                    .filter { vocabulary.reach(ofField: $0, kinds).covers(transports) }
            }
            let value = try readTree(entry.value)
            for inner in entry.value.entries ?? [] {
                guard let operand = value[inner.key] else { continue }
                try checkOperand(try Test.check(inner), inner.value, operand)
            }
            try checkPresence(entry, kinds: kinds)
            if let shape {
                try checkTypes(entry.value, shape)
                try checkNames(entry.value, shape)
            }
            map.append(Argument.Entry(key: entry.key, value: value))
        }
        guard !map.isEmpty else { throw YAMLProblem(node.mark, "the expectation is empty") }
        return .map(map)
    }
}
