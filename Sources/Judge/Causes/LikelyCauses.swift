package import RunRecord
package import SuiteLanguage

/// The findings of a run in groups, each headed by its likely cause.
///
/// An accessory may have many faults, so a run may have many causes. A finding stands below another one only if
/// evidence links them:
///
/// - the same message: it rests on a message that breaks a rule over all messages (see ``BrokenRules``);
/// - a lost state: an earlier step of the same instance did something wrong, and this step then failed as a whole or
///   reached nothing to compare;
/// - the same expectation violates several requirements, and it failed as a whole.
///
/// A finding without such a link heads a group of its own. A requirement stands below others only if each of its
/// findings does: one finding that nothing explains shows that it is violated by itself.
package struct LikelyCauses: Sendable, Hashable {
    /// The groups: those with failures first, then in the order of ``Candidate``.
    package let groups: [LikelyCause]
    private let places: [LikelyCause.Member: Int]

    /// - Parameters:
    ///   - verdicts: the verdicts of a run that count, in its order.
    ///   - events: the journal of the run.
    package init(_ verdicts: [Verdict], events: [JournalEvent], library: SuiteLibrary) {
        let chances = Chances(verdicts, library: library)
        let rules = BrokenRules(verdicts, events: events, library: library)
        let candidates = verdicts.flatMap { verdict in
            verdict.findings.map { Candidate($0, in: verdict, chances: chances) }
        }
        var heads: [Head] = []
        for same in candidates.likeliestFirst.byRequirement {
            let links = same.map { candidate in heads.firstIndex { $0.explains(candidate) } }
            if links.allSatisfy({ $0 != nil }) {
                for (candidate, link) in zip(same, links) { if let link { heads[link].members.append(candidate) } }
            } else {
                heads.append(Head(same, messages: rules.messages[same[0].finding.requirement] ?? []))
            }
        }
        let groups = heads.map(\.cause)
        self.groups = groups.filter { $0.severity == .failed } + groups.filter { $0.severity == .warned }
        var places: [LikelyCause.Member: Int] = [:]
        for (index, group) in self.groups.enumerated() { for member in group.members { places[member] = index } }
        self.places = places
    }

    /// The cause that evidence links to the finding; `nil` if it is a cause itself.
    package func cause(of finding: Finding, in instance: String) -> LikelyCause? {
        guard let place = places[LikelyCause.Member(instance: instance, finding: finding)],
            groups[place].requirement != finding.requirement
        else { return nil }
        return groups[place]
    }
}

/// The findings of one requirement, which may explain others.
private struct Head {
    let own: [Candidate]
    /// The messages that break the requirement's rule.
    let messages: Set<UInt64>
    var members: [Candidate]
    private var firstSteps: [String: Int] = [:]
    private var expectations: Set<Place> = []

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

    init(_ own: [Candidate], messages: Set<UInt64>) {
        self.own = own
        self.messages = messages
        members = own
        for candidate in own where candidate.finding.bearing == .answer {
            expectations.insert(Place(candidate))
            guard candidate.step > 0 else { continue }
            firstSteps[candidate.instance] = min(firstSteps[candidate.instance] ?? .max, candidate.step)
        }
    }

    /// Whether evidence links the finding to this one.
    func explains(_ candidate: Candidate) -> Bool {
        if candidate.finding.evidence.contains(where: messages.contains) { return true }
        // A wrong response shows a fault directly, whatever was lost before.
        guard candidate.finding.bearing != .answer else { return false }
        if let first = firstSteps[candidate.instance], first < candidate.step { return true }
        return expectations.contains(Place(candidate))
    }

    var cause: LikelyCause {
        LikelyCause(
            finding: own[0].finding,
            instance: own[0].instance,
            caseID: own[0].caseID,
            members: members.map { LikelyCause.Member(instance: $0.instance, finding: $0.finding) }
        )
    }
}
