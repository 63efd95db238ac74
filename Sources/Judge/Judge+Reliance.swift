import HAPModel
import RunRecord
import SuiteLanguage

extension Judge {
    /// The requirements that verbs rely on and that the accessory violated when the run started, by verb.
    func brokenReliances(_ run: RunFacts) -> [String: Verb.Reliance] {
        var broken: [String: Verb.Reliance] = [:]
        for verb in library.vocabulary.verbs where run.isBroken(verb.name) { broken[verb.name] = verb.reliance }
        return broken
    }

    /// Why a violated expectation proves nothing about any requirement but some: what it reads is wrong because the accessory violates
    /// one of these, no session works, the accessory had closed an idle connection, or a value changes by itself. `nil` if it proves a
    /// violation. Findings of these requirements themselves have the explanation.
    ///
    /// A request that was altered is judged by its response, unless it must succeed nevertheless, and so is one that must be
    /// refused: neither needs what the response should contain.
    func unreliable(
        _ expectation: Expectation,
        _ observation: JournalEvent,
        scope: [String: JSON],
        evidence: Evidence
    ) -> (requirements: [String], reason: String, explanation: String?)? {
        let mustSucceed = expectation.terms.contains(where: \.asksForSuccess)
        let body = observation.body
        if evidence.lacksSessions, evidence.isUnansweredInSession(observation) {
            let reason = "the accessory has answered no request in a session yet"
            return (library.vocabulary.transport(evaluator.transport)?.sessions ?? [], reason, reason)
        }
        if let reason = evidence.fleeting,
            body["kind"] == "events"
                || expectation.terms.allSatisfy({
                    evaluator.holds($0, of: body, scope: scope)
                        || evaluator.misses($0, only: ["value"], of: body, scope: scope)
                })
        {
            return (library.vocabulary.verbs.compactMap(\.lastsBy), reason, nil)
        }
        // Events that came before the end prove what they show.
        if let doubt = library.vocabulary.doubt(about: body), observation["count"].map({ $0 == 0 }) ?? true,
            expectation.terms.allSatisfy({
                evaluator.holds($0, of: body, scope: scope)
                    || evaluator.misses($0, only: doubt.parts, of: body, scope: scope)
            })
        {
            let reason = Self.reason(doubt, body)
            return (doubt.requirements, reason, reason)
        }
        guard let reliance = evidence.brokenReliance(of: observation),
            observation["tampered"]?.boolValue != true || mustSucceed,
            expectation.terms.allSatisfy({ term in
                evaluator.holds(term, of: body, scope: scope)
                    || mustSucceed && term.predicate == "has"
                    || evaluator.relies(term, on: reliance.fields, of: body, scope: scope)
            })
        else { return nil }
        return (
            [reliance.requirement],
            "the accessory violated \(reliance.requirement) already when the run started, and the step needs it",
            // Its own finding would refer to itself.
            nil
        )
    }
}

extension Judge {
    /// Why a field of the observation makes all of it doubtful; `nil` if none does.
    func doubt(about observation: JSON) -> String? {
        library.vocabulary.doubt(about: observation).flatMap { doubt in
            doubt.parts.isEmpty ? Self.reason(doubt, observation) : nil
        }
    }

    private static func reason(_ doubt: ObservationKind.Doubt, _ observation: JSON) -> String {
        // One of several would be accused without a proof.
        let requirement = doubt.requirements.count == 1 ? " (\(doubt.requirements[0]))" : ""
        return ExpectationText.filled(doubt.says, observation) + requirement
    }
}

extension Expectation.Term {
    /// Whether it asks for the outcome `success`, or only for the status `success` of a characteristic.
    var asksForSuccess: Bool {
        let asked = argument.resolved([:]).json
        guard predicate == "field" else { return predicate == "outcome" && asked == "success" }
        let members = asked.objectValue?.members ?? []
        return !members.isEmpty && members.allSatisfy { $0.key.hasSuffix(".status") && $0.value == "success" }
    }
}

extension Evaluator {
    /// Whether each field for which the term does not hold has one of these names, whatever its path. Without names any has.
    fileprivate func misses(
        _ term: Expectation.Term,
        only parts: [String],
        of observation: JSON,
        scope: [String: JSON]
    ) -> Bool {
        if parts.isEmpty { return true }
        let members = term.argument.resolved(scope).json.objectValue?.members ?? []
        let wrong = members.filter { !Self.holds($0, of: observation) }
        // Whether a value is there has nothing to do with what it is.
        let isAboutPresence = wrong.contains { member in
            Self.fieldTests(member.value).allSatisfy { comparison, _ in comparison == .present }
        }
        if term.predicate == "field", isAboutPresence { return false }
        let paths =
            term.predicate == "field"
            ? wrong.map(\.key)
            : [vocabulary.predicate(term.predicate)?.got ?? ""]
        return paths.allSatisfy { path in path.split(separator: ".").last.map { parts.contains(String($0)) } ?? false }
    }

    /// Whether the term could hold if these fields had the right values, and the request had succeeded.
    fileprivate func relies(
        _ term: Expectation.Term,
        on fields: [String],
        of observation: JSON,
        scope: [String: JSON]
    ) -> Bool {
        let argument = term.argument.resolved(scope).json
        switch term.predicate {
        case "outcome": return argument.stringValue == "success"
        case "field":
            return (argument.objectValue?.members ?? []).allSatisfy { member in
                fields.contains { member.key == $0 || member.key.hasPrefix("\($0).") }
                    || Self.fieldTests(member.value).allSatisfy { comparison, operand in
                        Comparison.holds(observation.value(at: member.key), comparison, operand)
                    }
            }
        default: return false
        }
    }
}
