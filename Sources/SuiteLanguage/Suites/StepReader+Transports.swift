import HAPModel
import MarkedYAML

extension StepReader {
    /// Checks that something is available on every transport of the case.
    ///
    /// - Parameters:
    /// - what: its name, for the message.
    /// - allowed: the alternatives, for the message.
    func checkReach(
        of what: String,
        _ reach: Reach,
        at mark: SourceMark,
        allowed: () -> [String]
    ) throws(YAMLProblem) {
        guard !reach.covers(transports) else { return }
        let instead = allowed().sorted()
        throw YAMLProblem(
            mark,
            "\(what) is available only on \(Spoken.words(reach.names ?? [])), but the case runs over "
                + "\(Spoken.words(transports)); add `over: \(Self.over(reach))` to the case"
                + (instead.isEmpty ? "" : ", or use one of \(instead.joined(separator: ", "))")
        )
    }

    private static func over(_ reach: Reach) -> String {
        let names = reach.names ?? []
        return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }

    /// Reads the name of an outcome, which must have a test for every transport of the case.
    func readOutcome(_ node: YAMLNode) throws(YAMLProblem) -> String {
        try outcome(try node.string(), at: node.mark)
    }

    /// Checks the outcomes that a name has in the rows of the case.
    func checkOutcomes(inRowsOf reference: Argument, at node: YAMLNode) throws(YAMLProblem) {
        guard case .reference(let name) = reference, case .listed(let rows) = rows, let keys = Self.path(inRow: name)
        else { return }
        for row in rows {
            let value = keys.reduce(row.value as JSON?) { $0?[String($1)] }
            if let word = value?.stringValue { _ = try outcome(word, at: node.mark) }
        }
    }

    /// Reads the name of a HAP status.
    func readStatus(_ node: YAMLNode) throws(YAMLProblem) -> String {
        let name = try node.string()
        guard HAPStatus(name: name) != nil else {
            throw .unknown("status", name, among: HAPStatus.allCases.map(\.name), at: node.mark)
        }
        return name
    }

    func readItem(_ node: YAMLNode) throws(YAMLProblem) -> String {
        let name = try node.string()
        guard TLVType(name: name) != nil else {
            throw .unknown("TLV type", name, among: TLVType.allCases.map(\.name), at: node.mark)
        }
        return name
    }

    private func outcome(_ name: String, at mark: SourceMark) throws(YAMLProblem) -> String {
        let known = vocabulary.outcomes.filter { $0.reach.covers(transports) }.map(\.name)
        guard let outcome = vocabulary.outcome(name) else {
            throw .unknown("outcome", name, among: known, at: mark)
        }
        let untested = transports.filter { outcome.test(over: $0) == nil }
        guard untested.isEmpty else {
            throw YAMLProblem(
                mark,
                "the outcome `\(name)` has no test for \(Spoken.words(untested)); add one to vocabulary/outcomes.yaml, "
                    + "limit the case with `over: \(Self.over(outcome.reach))`, or use one of \(known.joined(separator: ", "))"
            )
        }
        return name
    }
}
