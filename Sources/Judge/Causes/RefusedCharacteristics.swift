/// The characteristics that the accessory refused to read or write, each with the requirement that explains its refusal.
///
/// A case uses some characteristic for what it is about. If the accessory refuses a valid value of this one, the case fails, whatever
/// it is about; so do all others that use it. One of their requirements explains the others:
///
/// - for a characteristic that the accessory always refused, one that no instance met, which is about such characteristics only; of
///   several, one whose requests named no characteristic that was served; else the first in the run: the first cases are those that only write;
/// - else the one of which most checks failed. Where few instances check a requirement, their share says little, so one more that
///   passed is counted. Then the one that was violated with most characteristics, then the first in the run.
struct RefusedCharacteristics: CauseLink {
    private var origins: [RefusedEntry: String] = [:]
    private var order: [String: Int] = [:]

    /// - Parameter candidates: the findings in the order of the run.
    init(_ candidates: [Candidate], chances: Chances, requests: Requests) {
        var traces: [String: Trace] = [:]
        for (index, candidate) in candidates.enumerated() where !candidate.refused.isEmpty {
            let requirement = candidate.finding.requirement
            traces[requirement, default: Trace(first: index, chances.instances(of: requirement))].add(candidate)
        }
        let byOrder = traces.sorted { $0.value.explainsBefore($1.value) }
        let byShare = traces.sorted { $0.value.isLikelier($1.value) }
        for (requirement, trace) in byOrder {
            for entry in trace.entries where requests.isAlwaysRefused(entry) && origins[entry] == nil {
                origins[entry] = requirement
            }
        }
        for (requirement, trace) in byShare {
            for entry in trace.entries where origins[entry] == nil { origins[entry] = requirement }
        }
        let explaining = Set(origins.values)
        for (place, (requirement, _)) in byShare.enumerated() where explaining.contains(requirement) {
            order[requirement] = place
        }
    }

    /// What one requirement was violated with.
    private struct Trace {
        /// The place of its first finding in the run.
        let first: Int
        /// The share of the instances that violated it, if one more had met it.
        let share: Double
        /// Whether no instance met it.
        let isAlwaysBroken: Bool
        /// Whether the accessory refused all that its requests named.
        private var isRefusedWhole = true
        var severity = Finding.Severity.warned
        var entries: Set<RefusedEntry> = []

        init(first: Int, _ instances: (all: Int, broken: Int)) {
            self.first = first
            share = Double(instances.broken) / Double(instances.all + 1)
            isAlwaysBroken = instances.broken == instances.all
        }

        mutating func add(_ candidate: Candidate) {
            entries.formUnion(candidate.refused)
            if !candidate.subjects.isSubset(of: candidate.refused.map(\.characteristic)) { isRefusedWhole = false }
            if candidate.finding.severity == .failed { severity = .failed }
        }

        func explainsBefore(_ other: Trace) -> Bool {
            if severity != other.severity { return severity == .failed }
            if isAlwaysBroken != other.isAlwaysBroken { return isAlwaysBroken }
            return isAlwaysBroken && isRefusedWhole != other.isRefusedWhole ? isRefusedWhole : first < other.first
        }

        func isLikelier(_ other: Trace) -> Bool {
            if severity != other.severity { return severity == .failed }
            if share != other.share { return share > other.share }
            let (own, others) = (characteristics, other.characteristics)
            return own == others ? first < other.first : own > others
        }

        private var characteristics: Int { Set(entries.map(\.characteristic)).count }
    }

    func precedence(of requirement: String) -> Int? { order[requirement].map { 3 + $0 } }

    func links(_ candidate: Candidate, to head: CauseHead) -> Bool {
        // What was never reached may have been refused in any step before.
        let refused = candidate.finding.bearing == .absence ? candidate.refusedSoFar : candidate.refused
        guard !refused.isEmpty else { return false }
        let explaining = Set(refused.compactMap { origins[$0] })
        return head.members.contains { explaining.contains($0.finding.requirement) }
    }
}
