package import RunRecord
package import SuiteLanguage

/// The findings of a run in groups, each headed by its likely cause.
///
/// An accessory may have many faults, so a run may have many causes. A finding stands below another one only if
/// evidence links them:
///
/// - the same message: it rests on a message that breaks a rule over all messages (see ``BrokenRules``);
/// - a known consequence: the catalogue names the other requirement under `consequence-of`, and both findings rest on
///   the same message, the same response to a request of the same type, or lists of pairings, or the same characteristic, or belong to the same instance;
/// - a lost state: an earlier step of the same instance did something wrong, and this step then failed as a whole or
///   reached nothing to compare;
/// - an uncompleted pairing: it shows only that a pair-setup did not get on, of which the tester's own shows the mistake (see
///   ``UncompletedPairing``);
/// - an unanswered request: it shows only that the accessory did not respond to a request of a kind that it never answers, or that it
///   restarted there (see ``UnansweredRequests``);
/// - a wrong declaration: the accessory refused a characteristic of which its database declares something wrong (see
///   ``MisdeclaredCharacteristics``);
/// - a refused preparation: the accessory refuses what each timed write begins with (see ``RefusedPreparations``);
/// - the same characteristic: the accessory refused to read or write it with the same status (see ``RefusedCharacteristics``), or stored
///   another value than the one that was written (see ``AlteredValues``);
/// - the same expectation violates several requirements, and it failed as a whole;
/// - the same symptom: a request of the same type failed in the same way (see ``Symptom``) where a requirement is
///   violated that a wrong response shows to be violated elsewhere, too.
///
/// A requirement that was met somewhere in the run explains no symptom and no lost state.
///
/// A finding without such a link heads a group of its own. A requirement stands below others only if each of its
/// findings does: one finding that nothing explains shows that it is violated by itself.
package struct LikelyCauses: Sendable, Hashable {
    /// The groups: those with failures first, then those that explain most requirements, then in the order of ``Candidate``.
    package let groups: [LikelyCause]
    private let places: [LikelyCause.Member: Int]

    /// - Parameters:
    ///   - verdicts: the verdicts of a run that count, in its order.
    ///   - events: the journal of the run.
    package init(_ verdicts: [Verdict], events: [JournalEvent], library: SuiteLibrary) {
        let chances = Chances(verdicts, library: library)
        let requests = Requests(verdicts, events: events)
        let rules = BrokenRules(verdicts, events: events, library: library)
        let candidates = verdicts.flatMap { verdict in
            verdict.findings.map { Candidate($0, in: verdict, chances: chances, requests: requests, library: library) }
        }
        let likeliest = candidates.likeliestFirst
        let consequences = Consequences(candidates, rules: rules, requirements: library.requirements)
        let evidence: [any CauseLink] = [
            consequences, MisdeclaredCharacteristics(candidates, events: events, requests: requests),
            RefusedPreparations(candidates),
            RefusedCharacteristics(candidates, chances: chances, requests: requests),
            AlteredValues(candidates, requirements: library.requirements), UncompletedPairing(events),
            UnansweredRequests(events),
        ]
        let ranked = likeliest.byRequirement
        var heads: [CauseHead] = []
        for same in consequences.afterTheirCauses(ranked, links: evidence) {
            let links = same.map { candidate in
                heads.firstIndex { head in
                    head.explains(candidate) || evidence.contains { $0.links(candidate, to: head) }
                }
            }
            if links.allSatisfy({ $0 != nil }) {
                for (candidate, link) in zip(same, links) { if let link { heads[link].members.append(candidate) } }
            } else {
                heads.append(CauseHead(same, messages: rules.harmful[same[0].finding.requirement] ?? []))
            }
        }
        let causes = Dictionary(uniqueKeysWithValues: heads.map { ($0.requirement, $0.cause) })
        let groups = ranked.compactMap { causes[$0[0].finding.requirement] }
        self.groups = Self.mostImportantFirst(groups)
        var places: [LikelyCause.Member: Int] = [:]
        for (index, group) in self.groups.enumerated() { for member in group.members { places[member] = index } }
        self.places = places
    }

    private static func mostImportantFirst(_ groups: [LikelyCause]) -> [LikelyCause] {
        func rank(_ group: LikelyCause) -> (Int, Int) { (group.severity == .failed ? 0 : 1, -group.requirements) }
        return groups.enumerated().sorted { left, right in
            let (first, second) = (rank(left.element), rank(right.element))
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)
    }

    /// The cause that evidence links to the finding; `nil` if it is a cause itself.
    package func cause(of finding: Finding, in instance: String) -> LikelyCause? {
        guard let place = places[LikelyCause.Member(instance: instance, finding: finding)],
            groups[place].requirement != finding.requirement
        else { return nil }
        return groups[place]
    }
}
