import HAPModel
import SuiteLanguage

/// How near a finding comes to what the accessory did wrong: one fault has findings in many places, and most of them are
/// only its consequences.
package enum Bearing: String, Sendable, CaseIterable, Comparable {
    /// An answer came and says the wrong thing, or the accessory did what it must not do.
    case answer
    /// The exchange failed where it should have succeeded, or was refused in another way: whatever went wrong before may be
    /// the reason.
    case exchange
    /// It never came to what is looked at, so there was nothing to compare.
    case absence

    package static func < (left: Bearing, right: Bearing) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .answer: 0
        case .exchange: 1
        case .absence: 2
        }
    }
}

extension Evaluator {
    /// How near the broken term comes to what the accessory did wrong.
    func bearing(of term: Expectation.Term, on observation: JSON, scope: [String: JSON]) -> Bearing {
        if isNothingToCompare(term, observation, scope) { return .absence }
        // What is waited for is no exchange that could have failed; nor is its end, which may be what is wanted.
        guard observation["answered"] != nil, term.predicate != "closed" else { return .answer }
        // A loop shows the error of its last round.
        let isRefused = observation["error"]?.stringValue != nil
        if !isRefused, outcome("success", of: observation) { return wantsSuccess(term, scope) ? .exchange : .answer }
        guard let reached = observation["reached"]?.stringValue, let aim = observation["aims-at"]?.stringValue else {
            return .exchange
        }
        return reached == aim ? .exchange : .absence
    }

    /// Whether the term says no more than that the exchange works.
    private func wantsSuccess(_ term: Expectation.Term, _ scope: [String: JSON]) -> Bool {
        switch term.predicate {
        case "ends-at", "answered": true
        case "outcome": term.argument.resolved(scope).json.stringValue == "success"
        default: false
        }
    }

    /// Whether every field that the term compares and that is wrong is not there, though the term is not about that.
    private func isNothingToCompare(_ term: Expectation.Term, _ observation: JSON, _ scope: [String: JSON]) -> Bool {
        guard term.predicate == "field" else { return false }
        let members = term.argument.resolved(scope).json.objectValue?.members ?? []
        let broken = members.flatMap { member in
            Self.fieldTests(member.value).filter { comparison, operand in
                !Comparison.holds(Self.lookUp(member.key, in: observation), comparison, operand)
            }.map { (member.key, $0.0) }
        }
        return broken.allSatisfy { path, comparison in
            comparison != .present && Self.lookUp(path, in: observation) == nil
        }
    }
}

extension Expectation {
    /// How many things it asks for.
    var asks: Int {
        terms.reduce(0) { sum, term in
            let argument = term.argument.resolved([:]).json
            switch term.predicate {
            case "field":
                return sum
                    + (argument.objectValue?.members ?? []).reduce(0) { $0 + Evaluator.fieldTests($1.value).count }
            default: return sum + max(1, argument.arrayValue?.count ?? 1)
            }
        }
    }
}
