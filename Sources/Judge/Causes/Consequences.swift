import SuiteLanguage

/// The links that the requirement catalogue names under `consequence-of`.
///
/// The catalogue says what may follow from what. Whether it did, the evidence shows: the same message, the same instance, the same
/// characteristic, the same response to a request of the same type, or for what a list of pairings shows, another list.
struct Consequences: CauseLink {
    private let requirements: RequirementCatalogue
    /// The messages and the instances in which a requirement was violated, and what the exchanges looked like.
    private var traces: [String: Trace] = [:]

    private struct Trace {
        var messages: Set<UInt64> = []
        var instances: Set<String> = []
        var exchanges: Set<Symptom> = []
        var subjects: Set<String> = []
        var isOfList = false
    }

    init(_ candidates: [Candidate], rules: BrokenRules, requirements: RequirementCatalogue) {
        self.requirements = requirements
        for candidate in candidates {
            let requirement = candidate.finding.requirement
            traces[requirement, default: Trace()].messages.formUnion(candidate.finding.evidence)
            traces[requirement, default: Trace()].instances.insert(candidate.place)
            // What a list should be like, but need not, makes no other one wrong, and neither does one wrong list among right ones.
            if candidate.isOfList, candidate.isAlwaysBroken, candidate.finding.severity == .failed {
                traces[requirement, default: Trace()].isOfList = true
            }
            // Most cases are about the same few characteristics, so what holds elsewhere explains nothing else about them.
            if candidate.isAlwaysBroken, candidate.finding.severity == .failed {
                traces[requirement, default: Trace()].subjects.formUnion(candidate.subjects)
            }
            // Where a requirement holds elsewhere, the same response may have another cause.
            // Every successful read looks the same; a write that should have been refused does not.
            if candidate.isAlwaysBroken, let exchange = candidate.exchange, !exchange.isOfSuccess || exchange.isOfWrite
            {
                traces[requirement, default: Trace()].exchanges.insert(exchange)
            }
        }
        // A monitor reports the first messages only.
        for (requirement, messages) in rules.messages {
            traces[requirement, default: Trace()].messages.formUnion(messages)
        }
    }

    /// The findings by requirement, in an order in which causes come before their consequences.
    ///
    /// - Parameter links: the other kinds of evidence.
    func afterTheirCauses(_ groups: [[Candidate]], links: [any CauseLink]) -> [[Candidate]] {
        groups.enumerated().map { offset, group in
            let requirement = group[0].finding.requirement
            // A wrong response may explain a refusal, and a refusal no wrong response.
            let places =
                links.compactMap { $0.precedence(of: requirement) } + (group[0].finding.bearing == .answer ? [2] : [])
            let place = places.min() ?? .max
            return (rank: (depth(of: requirement), place, offset), group: group)
        }
        .sorted { $0.rank < $1.rank }
        .map(\.group)
    }

    /// How many violated requirements are in the longest chain of causes of this one.
    private func depth(of requirement: String) -> Int {
        let causes = requirements[requirement]?.consequenceOf.filter { traces[$0.id] != nil } ?? []
        return causes.map { depth(of: $0.id) + 1 }.max() ?? 0
    }

    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        let causes = requirements[candidate.finding.requirement]?.consequenceOf ?? []
        return causes.contains { cause in
            guard let trace = traces[cause.id], head.members.contains(where: { $0.finding.requirement == cause.id })
            else { return false }
            return trace.instances.contains(candidate.place)
                || candidate.finding.evidence.contains(where: trace.messages.contains)
                || candidate.exchange.map(trace.exchanges.contains) == true
                || candidate.finding.bearing == .answer && !candidate.subjects.isDisjoint(with: trace.subjects)
                || candidate.isOfList && trace.isOfList
        }
    }
}

extension Candidate {
    /// The instance in which it was found; a monitor's finding names it instead of a step.
    fileprivate var place: String { step == 0 && !finding.step.isEmpty ? finding.step : instance }
}
