import HAPModel
import SuiteLanguage

/// Tests over an observation whose body could not be decoded: fields of the body are unknown.
extension Evaluator {
    /// Whether the term could hold, if the fields of the body had the right values.
    func couldHold(_ term: Expectation.Term, of observation: JSON, scope: [String: JSON]) -> Bool {
        let argument = term.argument.resolved(scope).json
        switch term.predicate {
        case "outcome":
            guard let test = argument.stringValue.flatMap({ vocabulary.outcome($0)?.test(over: transport) }) else {
                return false
            }
            return truth(of: test, observation, argument: .null) != false
        case "field":
            return (argument.objectValue?.members ?? []).allSatisfy { member in
                isOfBody(member.key)
                    || Self.fieldTests(member.value).allSatisfy { comparison, operand in
                        Comparison.holds(observation.value(at: member.key), comparison, operand)
                    }
            }
        default:
            guard let predicate = vocabulary.predicate(term.predicate) else { return false }
            return truth(of: predicate.test, observation, argument: argument) != false
        }
    }

    /// Whether the test holds; `nil` if that depends on the body.
    private func truth(of test: Test, _ observation: JSON, argument: JSON) -> Bool? {
        switch test {
        case .all(let tests):
            let truths = tests.map { truth(of: $0, observation, argument: argument) }
            return truths.contains(false) ? false : truths.contains(nil) ? nil : true
        case .any(let tests):
            let truths = tests.map { truth(of: $0, observation, argument: argument) }
            return truths.contains(true) ? true : truths.contains(nil) ? nil : false
        case .not(let test):
            return truth(of: test, observation, argument: argument).map { !$0 }
        case .compare(let path, _, _):
            return isOfBody(path) ? nil : holds(test, of: observation, argument: argument)
        }
    }

    /// Whether the field is decoded from the body; the answers of a list have the fields of an exchange.
    private func isOfBody(_ path: String) -> Bool {
        let parts = path.split(separator: ".")
        if parts.first == "answers", parts.count > 2 { return ["body", "entries", "id"].contains(parts[2]) }
        return vocabulary.observations.contains { kind in
            kind.fromBody.contains { path == $0 || path.hasPrefix("\($0).") }
        }
    }
}
