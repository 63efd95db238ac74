import HAPModel
import SuiteLanguage

extension Evaluator {
    /// In which manner the observation does not meet the term: the predicate and the kind of response, without values,
    /// texts, numbers of rounds or times.
    ///
    /// A known failure is recognized by it, so it must be the same in every run with the same fault, and differ if the
    /// accessory does something else.
    func manner(of term: Expectation.Term, on observation: JSON, scope: [String: JSON]) -> String {
        var words = [([term.predicate] + brokenFields(of: term, on: observation, scope: scope)).joined(separator: " ")]
        if observation["answered"] == false { words.append("no answer") }
        words += Self.namedResults.compactMap { path in
            observation.value(at: path)?.stringValue.map { "\(path) \($0)" }
        }
        // The result of the message in the words of its transport: `http 204`.
        for member in observation.objectValue?.members ?? [] {
            if let code = member.value["status"]?.int64Value { words.append("\(member.key) \(code)") }
        }
        return words.joined(separator: ", ")
    }

    /// Fields of observations that have a fixed set of words as values.
    private static let namedResults = ["failure", "status", "entry.status", "error", "reached"]

    /// The fields of a `field` term whose tests fail, or the percentiles that exceed a budget.
    private func brokenFields(of term: Expectation.Term, on observation: JSON, scope: [String: JSON]) -> [String] {
        if term.predicate == "budget" { return Self.exceeded(term.argument.resolved(scope).json, of: observation) }
        guard term.predicate == "field" else { return [] }
        let members = term.argument.resolved(scope).json.objectValue?.members ?? []
        return members.filter { !Self.holds($0, of: observation) }.map(\.key)
    }
}
