import HAPModel
import SuiteLanguage

/// Says what was expected and what came, in words.
struct ExpectationText {
    let vocabulary: Vocabulary

    /// What the terms ask for.
    func expected(_ terms: [Expectation.Term], scope: [String: JSON]) -> String {
        terms.map { expected($0, scope: scope) }.joined(separator: ", and ")
    }

    private func expected(_ term: Expectation.Term, scope: [String: JSON]) -> String {
        let argument = term.argument.resolved(scope).json
        if term.predicate == "outcome", let name = argument.stringValue, let outcome = vocabulary.outcome(name) {
            return "\(name): \(outcome.meaning)"
        }
        if term.predicate == "field" {
            return (argument.objectValue?.members ?? []).map { member in
                Evaluator.fieldTests(member.value).map { comparison, operand in
                    "\(member.key) \(Self.words(comparison)) \(operand.serialized())"
                }.joined(separator: " and ")
            }.joined(separator: ", and ")
        }
        guard let predicate = vocabulary.predicate(term.predicate) else { return term.predicate }
        return predicate.says.replacing("{argument}", with: Self.plain(argument))
    }

    /// What came, for the first term that does not hold.
    func got(_ term: Expectation.Term?, _ observation: JSON, scope: [String: JSON]) -> String {
        let summary = observation["summary"]?.stringValue ?? observation.serialized()
        guard let term else { return summary }
        if term.predicate == "field" {
            let argument = term.argument.resolved(scope).json
            let fields = (argument.objectValue?.members ?? []).map { member in
                "\(member.key) is \(Evaluator.lookUp(member.key, in: observation).map(Self.plain) ?? "absent")"
            }
            return (fields + [summary]).joined(separator: "; ")
        }
        guard let path = vocabulary.predicate(term.predicate)?.got else { return summary }
        let value = Evaluator.lookUp(path, in: observation).map(Self.plain) ?? "nothing"
        return value == summary ? summary : "\(value); \(summary)"
    }

    private static func plain(_ value: JSON) -> String {
        value.stringValue ?? value.serialized()
    }

    private static func words(_ comparison: Test.Operator) -> String {
        switch comparison {
        case .equals: return "is"
        case .differs: return "is not"
        case .oneOf: return "is one of"
        case .noneOf: return "is none of"
        case .present: return "is present:"
        case .atLeast: return "is at least"
        case .atMost: return "is at most"
        case .matches: return "fits"
        case .length: return "has the length"
        case .includes: return "includes"
        case .excludes: return "lacks"
        case .kind: return "is of kind"
        case .unique: return "has no element twice:"
        }
    }
}
