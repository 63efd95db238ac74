import SuiteLanguage

/// The characteristics that the accessory stored with another value than the one that was written, each with the requirement that
/// explains this.
///
/// An accessory that rounds, clamps, shortens or forgets the values of one characteristic fails each case that writes it and compares, or
/// waits for events with its values, whatever the case is about. The requirement from which, by `consequence-of`, most of the others
/// follow explains them. A requirement that no case met in the run remains a cause.
struct AlteredValues: CauseLink {
    private var origins: [String: String] = [:]

    /// - Parameter candidates: the findings in the order of the run.
    init(_ candidates: [Candidate], requirements: RequirementCatalogue) {
        var violated: [String: [String]] = [:]
        for candidate in candidates where candidate.finding.bearing == .answer {
            let requirement = candidate.finding.requirement
            for characteristic in candidate.altered where violated[characteristic]?.contains(requirement) != true {
                violated[characteristic, default: []].append(requirement)
            }
        }
        for (characteristic, all) in violated {
            let causes = all.flatMap { requirements[$0]?.consequenceOf.map(\.id) ?? [] }
            let ranked = all.map { requirement in (requirement, causes.count { $0 == requirement }) }
            guard let most = ranked.map(\.1).max(), most > 0 else { continue }
            origins[characteristic] = ranked.first { $0.1 == most }?.0
        }
    }

    /// An altered value explains other wrong responses; a wrong declaration explains more.
    func precedence(of requirement: String) -> Int? { origins.values.contains(requirement) ? 1 : nil }

    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        guard !candidate.isAlwaysBroken, candidate.finding.bearing == .answer else { return false }
        return candidate.altered.union(candidate.subjectsOfEvents).contains { origins[$0] == head.requirement }
    }
}
