import SuiteLanguage

/// The links that the requirement catalogue names under `consequence-of`.
///
/// The catalogue says what may follow from what. Whether it did, the evidence shows: the same message, the same instance, or the
/// same response to a request of the same type.
struct Consequences: CauseLink {
    private let requirements: RequirementCatalogue
    /// The messages and the instances in which a requirement was violated, and what the exchanges looked like.
    private var traces: [String: Trace] = [:]

    private struct Trace {
        var messages: Set<UInt64> = []
        var instances: Set<String> = []
        var symptoms: Set<Symptom> = []
    }

    init(_ candidates: [Candidate], rules: BrokenRules, requirements: RequirementCatalogue) {
        self.requirements = requirements
        for candidate in candidates {
            let requirement = candidate.finding.requirement
            traces[requirement, default: Trace()].messages.formUnion(candidate.finding.evidence)
            traces[requirement, default: Trace()].instances.insert(candidate.place)
            // Where a requirement holds elsewhere, the same response may have another cause.
            if candidate.isAlwaysBroken, let symptom = candidate.symptom {
                traces[requirement, default: Trace()].symptoms.insert(symptom)
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
                links.compactMap { $0.precedence(of: requirement) } + (group[0].finding.bearing == .answer ? [1] : [])
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
                || candidate.symptom.map(trace.symptoms.contains) == true
        }
    }
}

extension Candidate {
    /// The instance in which it was found; a monitor's finding names it instead of a step.
    fileprivate var place: String { step == 0 && !finding.step.isEmpty ? finding.step : instance }
}
