import HAPModel
import SuiteLanguage

/// How directly a finding shows the accessory's fault. One fault has findings in many places, and most are only its
/// consequences.
package enum Bearing: String, Sendable, CaseIterable, Comparable {
    /// The response says the wrong thing, or the accessory did something forbidden.
    case answer
    /// The exchange failed instead of succeeding, or was rejected in an unexpected way. An earlier fault may be the
    /// cause.
    case exchange
    /// The expected value was never reached, so there was nothing to compare.
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
    /// How directly the failed term shows the accessory's fault.
    func bearing(of term: Expectation.Term, on observation: JSON, scope: [String: JSON]) -> Bearing {
        if isNothingToCompare(term, observation, scope) { return .absence }
        // A wait is not an exchange that can fail, and neither is the end of a connection.
        guard observation["answered"] != nil, term.predicate != "closed" else { return .answer }
        // A loop shows the error of its last round.
        let isRefused = observation["error"]?.stringValue != nil
        if !isRefused, outcome("success", of: observation) { return wantsSuccess(term, scope) ? .exchange : .answer }
        guard let reached = observation["reached"]?.stringValue, let aim = observation["aims-at"]?.stringValue else {
            return .exchange
        }
        return reached == aim ? .exchange : .absence
    }

    /// Whether the term only asks for a successful exchange.
    private func wantsSuccess(_ term: Expectation.Term, _ scope: [String: JSON]) -> Bool {
        switch term.predicate {
        case "ends-at", "answered": true
        case "outcome": term.argument.resolved(scope).json.stringValue == "success"
        default: false
        }
    }

    /// Whether every wrong field of the term is missing although the term does not test for presence.
    private func isNothingToCompare(_ term: Expectation.Term, _ observation: JSON, _ scope: [String: JSON]) -> Bool {
        guard term.predicate == "field" else { return false }
        return brokenFields(of: term, observation, scope).allSatisfy { path, comparison in
            comparison != .present && observation.value(at: path) == nil
        }
    }

    /// Whether every wrong field of the term is missing, and belongs to a message after the last one of the procedure, or to what the
    /// whole procedure shows.
    func isOfLaterStage(_ term: Expectation.Term, _ observation: JSON, _ scope: [String: JSON]) -> Bool {
        guard term.predicate == "field", let last = observation["reached"]?.stringValue else { return false }
        return brokenFields(of: term, observation, scope).allSatisfy { path, _ in
            let parts = path.split(separator: ".")
            let isLater = parts.first == "facts" || parts.first == "stages" && parts.count > 1 && parts[1] > last
            return isLater && observation.value(at: path) == nil
        }
    }

    private func brokenFields(
        of term: Expectation.Term,
        _ observation: JSON,
        _ scope: [String: JSON]
    ) -> [(path: String, comparison: Test.Operator)] {
        let members = term.argument.resolved(scope).json.objectValue?.members ?? []
        return members.flatMap { member in
            Self.fieldTests(member.value).filter { comparison, operand in
                !Comparison.holds(observation.value(at: member.key), comparison, operand)
            }.map { (member.key, $0.0) }
        }
    }
}

extension Expectation {
    /// The number of conditions in the term.
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
