import HAPModel
import RunRecord
import SuiteLanguage

/// Writes that the accessory does not allow in its current state, as a security system that cannot be armed while a window is
/// open. It may do so, and declares that nowhere.
extension Evaluator {
    fileprivate static let refusal = JSON.string(HAPStatus.notAllowedInCurrentState.name)

    /// Whether a write was refused for this reason alone, so that nothing else about its answer is wrong. It says nothing about the
    /// value either: an accessory may check its state first.
    func isNotAllowedNow(_ expectation: Expectation, _ observation: JSON, scope: [String: JSON]) -> Bool {
        let statuses = observation["statuses"]?.arrayValue ?? []
        guard statuses.contains(Self.refusal) else { return false }
        let isAlone = statuses.allSatisfy { $0 == Self.refusal || $0 == .string(HAPStatus.success.name) }
        return expectation.terms.allSatisfy { term in
            holds(term, of: observation, scope: scope)
                || (term.predicate == "field" ? misses(term, of: observation) : isAlone && term.predicate == "outcome")
        }
    }

    /// Whether the refusal is in each field for which the term does not hold.
    private func misses(_ term: Expectation.Term, of observation: JSON) -> Bool {
        (term.argument.resolved([:]).json.objectValue?.members ?? []).allSatisfy { member in
            Self.holds(member, of: observation) || observation.value(at: member.key) == Self.refusal
        }
    }
}

extension JournalEvent {
    /// Whether a write of this observation was refused for this reason.
    var isNotAllowedNow: Bool { self["statuses"]?.arrayValue?.contains(Evaluator.refusal) ?? false }
}
