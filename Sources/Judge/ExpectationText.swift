import HAPModel
import SuiteLanguage

/// Describes the expected and the received result in words.
struct ExpectationText {
    let vocabulary: Vocabulary
    /// The transport of the observation.
    let transport: String

    /// What the terms require.
    func expected(_ terms: [Expectation.Term], scope: [String: JSON]) -> String {
        terms.map { expected($0, scope: scope) }.joined(separator: ", and ")
    }

    private func expected(_ term: Expectation.Term, scope: [String: JSON]) -> String {
        let argument = term.argument.resolved(scope).json
        if term.predicate == "outcome", let name = argument.stringValue,
            let meaning = vocabulary.outcome(name)?.meaning(over: transport)
        {
            return meaning
        }
        if term.predicate == "budget" {
            return (argument.objectValue?.members ?? []).map { "\($0.key) is at most \(Spoken.words($0.value))" }
                .joined(separator: ", and ")
        }
        if term.predicate == "field" {
            return (argument.objectValue?.members ?? []).map { member in
                "\(member.key) " + Evaluator.fieldTests(member.value).map(Self.words).joined(separator: " and ")
            }.joined(separator: ", and ")
        }
        return vocabulary.predicate(term.predicate)?.says.text(argument) ?? term.predicate
    }

    /// The received result, for the first term that is not met.
    func got(_ term: Expectation.Term?, _ observation: JSON, scope: [String: JSON]) -> String {
        let summary = observation["summary"]?.stringValue ?? observation.serialized()
        guard let term else { return summary }
        if term.predicate == "budget" {
            return "\(Evaluator.budgetWords(term.argument.resolved(scope).json, of: observation)); \(summary)"
        }
        if term.predicate == "field" {
            let argument = term.argument.resolved(scope).json
            let fields = (argument.objectValue?.members ?? []).map { member in
                let value = observation.value(at: member.key)
                return "\(member.key) is \(value.map { Spoken.words($0) } ?? "absent")"
            }
            return (fields + [summary]).joined(separator: "; ")
        }
        guard let predicate = vocabulary.predicate(term.predicate), let path = predicate.got,
            let value = observation.value(at: path)
        else { return summary }
        let words = predicate.gotSays.map { Self.filled($0, observation) } ?? Spoken.words(value)
        return words == summary ? summary : "\(words); \(summary)"
    }

    /// The text with the observation's fields in it.
    static func filled(_ text: String, _ observation: JSON) -> String {
        guard text.contains("{") else { return text }
        return text.replacing(/\{([^}]+)\}/) { match in
            observation.value(at: String(match.1)).map { Spoken.words($0) } ?? "unknown"
        }
    }

    private static func words(_ comparison: Test.Operator, _ operand: JSON) -> String {
        switch comparison {
        case .equals: return "is \(Spoken.words(operand))"
        case .differs: return "is not \(Spoken.words(operand))"
        case .oneOf: return "is \(Spoken.words(operand, joining: "or"))"
        case .noneOf: return "is not \(Spoken.words(operand, joining: "or"))"
        case .present: return operand == true ? "is present" : "is absent"
        case .atLeast: return "is at least \(Spoken.words(operand))"
        case .atMost: return "is at most \(Spoken.words(operand))"
        case .matches: return "matches the pattern \(Spoken.words(operand))"
        case .length: return operand == 0 ? "is empty" : "has the length \(Spoken.words(operand))"
        case .includes: return "includes \(Spoken.words(operand))"
        case .excludes: return "does not include \(Spoken.words(operand, joining: "or"))"
        case .kind: return "is of kind \(Spoken.words(operand, joining: "or"))"
        case .unique: return operand == true ? "has no duplicates" : "has duplicates"
        }
    }
}
