import MarkedYAML

extension StepReader {
    /// Reads the checks over one or more snapshots.
    mutating func readDocument(_ snapshots: YAMLNode, checks: YAMLNode) throws(YAMLProblem) -> Document {
        var names: [String] = []
        for node in snapshots.listOrOne { names.append(try node.word(of: Document.kinds.map(\.snapshot))) }
        let kinds = Document.kinds.filter { names.contains($0.snapshot) }.flatMap(\.kinds)
        var list: [Document.Check] = []
        for node in try checks.list() { list.append(try readCheck(node, kinds: kinds)) }
        guard !list.isEmpty else { throw YAMLProblem(checks.mark, "the list of checks is empty") }
        return Document(snapshots: names, checks: list)
    }

    private mutating func readCheck(_ node: YAMLNode, kinds: [String]) throws(YAMLProblem) -> Document.Check {
        let check = try node.mapping(allowing: ["select", "where", "quantifier", "per", "expect"])
        let select = try check.required("select").word(of: kinds)
        try checkReach(of: "`\(select)`", vocabulary.reach(ofKind: select), at: try check.required("select").mark) {
            kinds.filter { vocabulary.reach(ofKind: $0).covers(transports) }
        }
        let quantifier = try check["quantifier"]?.word(of: Document.Check.Quantifier.allCases.map(\.rawValue)) ?? "all"
        let kind = Document.Check.Quantifier(rawValue: quantifier) ?? .all
        let per = try check["per"]?.word(of: ["accessory", "service"])
        if let per, let node = check["per"], !kinds.drop(while: { $0 != per }).dropFirst().contains(select) {
            throw YAMLProblem(node.mark, "`\(per)` does not contain `\(select)`")
        }
        let expectation = try readOne(try check.required("expect"), kind: select)
        if kind != .all, !expectation.tolerates.isEmpty {
            throw YAMLProblem(expectation.mark, "`tolerate` has no effect here; it needs the quantifier `all`")
        }
        return Document.Check(
            select: select,
            filter: try check["where"].map { node throws(YAMLProblem) in
                try readTerms(try node.mapping().entries, kinds: [select])
            } ?? [],
            quantifier: kind,
            per: per,
            expectation: expectation,
            mark: node.mark
        )
    }

    /// Reads a rule over all observations of the run.
    mutating func readMonitor(_ watches: YAMLNode, filter: YAMLNode?, expect: YAMLNode) throws(YAMLProblem) -> Monitor {
        let kind = try watches.word(of: vocabulary.observations.map(\.name))
        try checkReach(of: "`monitor: \(kind)`", vocabulary.reach(ofKind: kind), at: watches.mark) {
            vocabulary.observations.filter { $0.over.covers(transports) }.map(\.name)
        }
        return Monitor(
            watches: kind,
            filter: try filter.map { node throws(YAMLProblem) in
                try readTerms(try node.mapping().entries, kinds: [kind])
            } ?? [],
            expectation: try readOne(expect, kind: kind)
        )
    }

    private mutating func readOne(_ node: YAMLNode, kind: String) throws(YAMLProblem) -> Expectation {
        let expectations = try readExpectations(node, kinds: [kind])
        guard expectations.count == 1, let expectation = expectations.first else {
            throw YAMLProblem(node.mark, "expected one expectation; write another check or case for the others")
        }
        return expectation
    }
}
