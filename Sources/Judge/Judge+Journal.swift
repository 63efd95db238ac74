import HAPModel
package import RunRecord
import SuiteLanguage

extension Judge {
    /// Judges the instances of a journal by what it holds, in its order; its own verdicts are not looked at.
    ///
    /// - Parameters:
    /// - events: the journal of a run, starting with its header.
    /// - caseIDs: the cases whose instances are judged; `nil` for all.
    /// - Returns: the verdicts of the instances that the run judged.
    package func verdicts(_ events: [JournalEvent], of caseIDs: Set<String>? = nil) -> [Verdict] {
        var verdicts: [Verdict] = []
        _ = judge(events, of: caseIDs) { verdict, _ in verdicts.append(verdict) }
        return verdicts
    }

    /// Judges the instances of a journal one after the other, once for each verdict in the journal.
    ///
    /// - Parameter report: called with each new verdict and the journal's verdict.
    /// - Returns: the planned instances.
    func judge(
        _ events: [JournalEvent],
        of caseIDs: Set<String>? = nil,
        _ report: (Verdict, JournalEvent) -> Void
    ) -> [Instance] {
        var planned: [Instance] = []
        var instances: [String: Instance] = [:]
        var unjudged: Set<String> = []
        var own: [String: [JournalEvent]] = [:]
        var facts = RunFacts([])
        for event in events {
            switch event.kind {
            case .plan:
                planned = (event["instances"]?.arrayValue ?? []).compactMap { Instance($0) }
                for instance in planned { instances[instance.name] = instance }
                let skips = event["skips"]?.arrayValue ?? []
                unjudged = Set(skips.filter { $0["unjudged"] == true }.compactMap { $0["name"]?.stringValue })
            case .verdict:
                guard let name = event.instance else { continue }
                if let instance = instances[name] {
                    let (events, isWanted) = (own[name] ?? [], caseIDs?.contains(instance.caseID) ?? true)
                    // Monitors depend on the verdicts of repeated instances.
                    guard isWanted || events.contains(where: { $0.kind == .repeat }) else { continue }
                    let verdict = self.verdict(of: instance, events: events, run: facts)
                    facts.add(verdict)
                    if isWanted { report(verdict, event) }
                } else if caseIDs == nil {
                    let skipped = Verdict(
                        instance: name,
                        caseID: event["case"]?.stringValue ?? name,
                        outcome: unjudged.contains(name) ? .inconclusive : .skipped,
                        reason: event["reason"]?.stringValue
                    )
                    report(skipped, event)
                }
            default:
                facts.add(event)
                if let name = event.instance { own[name, default: []].append(event) }
            }
        }
        return planned
    }
}
