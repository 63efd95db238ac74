import HAPModel
import Latency
import Measurement
import RunRecord
import SuiteLanguage

/// Budgets of the accessory's profile. They are the team's own limits, not requirements: a case shows them, but they prove nothing
/// about the protocol.
extension Judge {
    /// Judges the profile's budgets that a measurement carries. Of two limits for one percentile the stricter one applies, so a
    /// profile cannot loosen what a requirement demands.
    func judgeProfileBudgets(of observation: JournalEvent, _ step: Step, at path: String, tally: inout Tally) {
        for entry in observation["budgets"]?.arrayValue ?? [] {
            guard let budget = LatencyBudget(json: entry), let name = entry["figure"]?.stringValue else { continue }
            let limitOfCase = step.limit(of: name)
            if let limitOfCase, limitOfCase <= budget.limit { continue }
            tally.judged(observation)
            let argument: JSON = .object(
                JSONObject([name: .string("\(Double(budget.limit.wholeNanoseconds) / 1e6)ms")])
            )
            let body = observation.body
            if let reason = Evaluator.budgetObstacle(argument, of: body) {
                tally.inconclusive("the profile's budget \(budget.name) cannot be judged in step \(path): \(reason)")
                continue
            }
            guard !Evaluator.meetsBudget(argument, of: body) else { continue }
            let isProven = !Evaluator.isBudgetUnsure(argument, of: body)
            let ofCase = limitOfCase.map { ", stricter than the \(LatencyFigure.text($0)) of the case" } ?? ""
            tally.add(
                Finding(
                    requirement: Finding.profilePrefix + budget.name,
                    severity: isProven && budget.severity == .fail ? .failed : .warned,
                    step: path,
                    expected: "\(name) is at most \(LatencyFigure.text(budget.limit)), the profile's budget"
                        + "\(budget.place.map { " at \($0)" } ?? "")\(ofCase)",
                    got: "\(Evaluator.budgetWords(argument, of: body)); "
                        + (observation["summary"]?.stringValue ?? ""),
                    manner: name,
                    evidence: Evidence.cited(observation)
                ),
                isCounted: true
            )
        }
    }

    /// The looser budgets of the profile, above which the limits of a case stand: ` (stricter than the profile's 20.0 s at
    /// accessory.yaml:12:3)`.
    func looserBudgets(than term: Expectation.Term, _ observation: JSON) -> String {
        let limits = term.limits
        let words = (observation["budgets"]?.arrayValue ?? []).compactMap { entry -> String? in
            guard let budget = LatencyBudget(json: entry), let name = entry["figure"]?.stringValue,
                limits.contains(where: { $0.figure == name && $0.limit <= budget.limit })
            else { return nil }
            return "the profile's \(LatencyFigure.text(budget.limit))\(budget.place.map { " at \($0)" } ?? "")"
        }
        return words.isEmpty ? "" : " (stricter than \(words.joined(separator: ", ")))"
    }
}

extension Finding {
    /// Whether it is about a budget of the profile, and not about a requirement.
    package var isOfProfile: Bool { requirement.hasPrefix(Self.profilePrefix) }

    fileprivate static var profilePrefix: String { "profile." }
}

extension Step {
    /// The strictest limit that the expectations have for a percentile; `nil` if they have none.
    fileprivate func limit(of figure: String) -> Duration? {
        expectations.flatMap(\.terms).flatMap(\.limits).filter { $0.figure == figure }.map(\.limit).min()
    }
}

extension Expectation.Term {
    /// The limits of a budget, by percentile.
    fileprivate var limits: [(figure: String, limit: Duration)] {
        guard predicate == "budget", case .map(let entries) = argument else { return [] }
        return entries.compactMap { entry in
            guard case .literal(let value) = entry.value, let limit = value.stringValue.flatMap({ Duration(suite: $0) })
            else { return nil }
            return (entry.key, limit)
        }
    }
}
