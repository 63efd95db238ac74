import HAPModel
import Judge
import RunRecord
import SuiteLanguage

/// Derives the state of each requirement from the verdicts and the plan of a run.
struct RequirementStandings {
    /// The verdicts that count for conformance, by their case.
    private var byCase: [String: [Verdict]] = [:]
    private var violations: [String: [String]] = [:]
    private var warnings: [String: [String]] = [:]
    private var met: [String: [String]] = [:]
    /// For each instance the requirements that do not apply although its case does.
    private var leftOut: [String: Set<String>] = [:]
    /// The skipped cases and instances that do not apply to the accessory.
    private var inapplicable: Set<String> = []

    /// - Parameters:
    ///   - verdicts: the verdicts that count for conformance.
    ///   - events: the journal, for its plan.
    init(_ verdicts: [Verdict], _ events: [JournalEvent]) {
        for verdict in verdicts {
            byCase[verdict.caseID, default: []].append(verdict)
            for finding in verdict.findings {
                switch finding.severity {
                case .failed: Self.add(verdict.instance, to: finding.requirement, in: &violations)
                case .warned: Self.add(verdict.instance, to: finding.requirement, in: &warnings)
                }
            }
            for id in verdict.met { Self.add(verdict.caseID, to: id, in: &met) }
        }
        for event in events where event.kind == .plan {
            for instance in (event["instances"]?.arrayValue ?? []).compactMap({ Instance($0) }) {
                leftOut[instance.name] = Set(instance.leavesOut)
            }
            for skip in event["skips"]?.arrayValue ?? [] where skip["inapplicable"] == true {
                if let name = skip["name"]?.stringValue { inapplicable.insert(name) }
            }
        }
    }

    private static func add(_ name: String, to id: String, in names: inout [String: [String]]) {
        if names[id]?.contains(name) != true { names[id, default: []].append(name) }
    }

    /// What the run showed about the requirement.
    func standing(of requirement: RequirementRecord) -> RequirementStanding {
        let id = requirement.judgedAs
        func standing(_ state: RequirementStanding.State, by names: [String] = [], _ reason: String? = nil)
            -> RequirementStanding
        {
            RequirementStanding(requirement: requirement, state: state, shownBy: names, reason: reason)
        }
        if let names = violations[id] { return standing(.violated, by: names) }
        if let names = warnings[id] { return standing(.warned, by: names) }
        if let cases = met[id] { return standing(.met, by: cases) }
        guard !requirement.cases.isEmpty else { return standing(.withoutCase, requirement.unproven?.words) }
        let verdicts = requirement.cases.flatMap { byCase[$0] ?? [] }
        guard !verdicts.isEmpty else {
            return standing(.notJudged, byCase.isEmpty ? "no case was carried out" : "its cases were not selected")
        }
        let open = verdicts.filter { !isInapplicable($0, id) }
        guard let first = open.first(where: { $0.outcome != .skipped }) ?? open.first else {
            let reason = verdicts.lazy.compactMap(\.reason).first
            return standing(.notApplicable, reason ?? "it does not apply to this accessory")
        }
        return standing(.notJudged, first.reason ?? "no case reached the step that judges it")
    }

    private func isInapplicable(_ verdict: Verdict, _ id: String) -> Bool {
        verdict.outcome == .skipped
            ? inapplicable.contains(verdict.instance) : leftOut[verdict.instance]?.contains(id) ?? false
    }
}

extension UnprovenReason {
    /// The reason as a clause.
    fileprivate var words: String {
        switch self {
        case .notOnTheWire: "an accessory sends nothing that shows it"
        case .needsCertifiedHardware: "only certified hardware shows it"
        case .needsAPerson: "a person must press, read or power-cycle something"
        case .needsAnotherTransport: "Assay has no binding or no simulated accessory for it yet"
        }
    }
}
