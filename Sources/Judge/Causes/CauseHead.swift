/// The findings of one requirement, which may explain others.
struct CauseHead {
    /// The findings of the group, first those of the requirement.
    var members: [Candidate]
    private let first: Candidate
    /// The messages that break the requirement's rule and explain findings.
    private let messages: Set<UInt64>
    /// The first step with a wrong response, by instance.
    private var firstSteps: [String: Int] = [:]
    private var expectations: Set<Place> = []
    private var symptoms: Set<Symptom> = []

    private struct Place: Hashable {
        var instance: String
        var step: String
        var expected: String
        var got: String

        init(_ candidate: Candidate) {
            instance = candidate.instance
            step = candidate.finding.step
            expected = candidate.finding.expected
            got = candidate.finding.got
        }
    }

    /// - Parameters:
    ///   - own: the findings of a requirement, the likeliest first; at least one.
    ///   - messages: the messages that break its rule and explain findings.
    init(_ own: [Candidate], messages: Set<UInt64>) {
        members = own
        first = own[0]
        self.messages = messages
        for candidate in own where candidate.finding.bearing == .answer { expectations.insert(Place(candidate)) }
        let direct = own.filter(\.isDirect)
        guard own[0].isAlwaysBroken, !direct.isEmpty else { return }
        for candidate in direct {
            firstSteps[candidate.instance] = min(firstSteps[candidate.instance] ?? .max, candidate.step)
        }
        // What failed after a wrong response in its instance is a consequence itself.
        symptoms = Set(
            own.filter { $0.finding.bearing == .answer || firstSteps[$0.instance] == nil }.compactMap(\.symptom)
        )
    }

    /// Whether evidence links the finding to the requirement.
    func explains(_ candidate: Candidate) -> Bool {
        if outweighs(candidate.finding), candidate.finding.evidence.contains(where: messages.contains) { return true }
        // A wrong response shows a fault directly, whatever was lost before.
        guard candidate.finding.bearing != .answer else { return false }
        if let first = firstSteps[candidate.instance], first < candidate.step { return true }
        return expectations.contains(Place(candidate)) || candidate.symptom.map(symptoms.contains) == true
    }

    /// Whether the finding may follow from a message that breaks the rule: what an accessory should do, but need not,
    /// causes no failure.
    private func outweighs(_ finding: Finding) -> Bool {
        finding.severity == .warned || members.contains { $0.finding.severity == .failed }
    }

    var requirement: String { first.finding.requirement }

    var cause: LikelyCause {
        LikelyCause(
            finding: first.finding,
            instance: first.instance,
            caseID: first.caseID,
            members: members.map { LikelyCause.Member(instance: $0.instance, finding: $0.finding) }
        )
    }
}
