import HAPModel
import SuiteLanguage

extension Judge {
    /// Whether the violation is tolerated with a warning: the expectation says so, or the only terms that do not hold are
    /// outcomes in another form, which the vocabulary tolerates.
    func tolerates(_ expectation: Expectation, _ seen: JSON, scope: [String: JSON] = [:]) -> Bool {
        if !expectation.tolerates.isEmpty,
            expectation.tolerates.allSatisfy({ evaluator.holds($0, of: seen, scope: scope) })
        {
            return true
        }
        return expectation.terms.allSatisfy { term in
            evaluator.holds(term, of: seen, scope: scope) || evaluator.isTolerated(term, of: seen, scope: scope)
        }
    }

    /// Why the terms that do not hold prove nothing: they read a body that cannot be decoded, or events of which some may be in a
    /// frame that cannot be decrypted. `nil` if they prove a violation. Other requirements judge the form of bodies and frames.
    func unreadable(_ expectation: Expectation, _ seen: JSON, scope: [String: JSON] = [:]) -> String? {
        // A body whose fault leaves its meaning clear is there nevertheless.
        guard seen["body"] == nil, expectation.terms.allSatisfy({ evaluator.couldHold($0, of: seen, scope: scope) })
        else { return nil }
        if let flaw = seen["frame-flaw"]?.stringValue {
            return "a frame that may have held events could not be read: \(flaw)"
        }
        return seen["json-flaw"]?.stringValue.map { "the body of the response is not valid JSON: \($0)" }
    }
}

extension Evaluator {
    /// Whether the term asks for an outcome that the observation has in a form that is only tolerated, or for a budget whose
    /// violation the times do not prove.
    func isTolerated(_ term: Expectation.Term, of observation: JSON, scope: [String: JSON]) -> Bool {
        if term.predicate == "budget" {
            return Self.isBudgetUnsure(term.argument.resolved(scope).json, of: observation)
        }
        guard term.predicate == "outcome",
            let name = term.argument.resolved(scope).json.stringValue,
            let test = vocabulary.outcome(name)?.toleratedTest(over: transport)
        else { return false }
        return holds(test, of: observation, argument: .null)
    }
}
