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
            let isExceeded = expectation.terms.contains { term in
                !evaluator.holds(term, of: seen, scope: scope) && evaluator.isExceeded(term, by: seen, scope: scope)
            }
            return isExceeded ? nil : Self.lostEvents(flaw)
        }
        let message = seen["kind"] == "events" ? "an event" : "the response"
        return seen["json-flaw"]?.stringValue.map { "the body of \(message) is not valid JSON: \($0) (HAP-HTTP-031)" }
    }

    /// Why terms that hold prove nothing: a frame that cannot be decrypted may have held further events, or none could come after
    /// the end of the connection. `nil` if they prove that the requirement is met.
    func mayHaveMissed(_ expectation: Expectation, _ seen: JSON) -> String? {
        guard seen["kind"] == "events", expectation.terms.contains(where: { $0.predicate != "at-least" })
        else { return nil }
        if let flaw = seen["frame-flaw"]?.stringValue { return Self.lostEvents(flaw) }
        let ends = ["silent-end-ms", "early-end-ms", "refused-end-ms", "displaced-end-ms", "cut-short-ms"]
        guard let time = ends.lazy.compactMap({ seen[$0]?.int64Value }).first else { return nil }
        return "the accessory closed the connection, after \(time) ms without a request, so no further event could come"
    }

    private static func lostEvents(_ flaw: String) -> String {
        "a frame that may have held events could not be read: \(flaw)"
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

    /// Whether so many events were seen that no further one could make the term hold.
    fileprivate func isExceeded(_ term: Expectation.Term, by observation: JSON, scope: [String: JSON]) -> Bool {
        guard term.predicate == "count" else { return term.predicate == "at-most" }
        guard let seen = observation["count"]?.int64Value, let wanted = term.argument.resolved(scope).json.int64Value
        else { return false }
        return seen > wanted
    }
}
