import HAPModel
package import RunRecord
package import SuiteLanguage

/// Judges a recorded run again, offline, from its journal alone.
package struct Rejudgement: Sendable {
    /// The journal's suite lock.
    package let library: SuiteLibrary
    /// The verdicts of the journal's suite lock, in the journal's order.
    package let verdicts: [Verdict]
    /// Instances whose verdict is another one than the run's.
    package let changed: [String]

    /// - Throws: ``RecordError`` if the journal holds no suite lock, or one that cannot be read.
    package init(_ events: [JournalEvent]) throws(RecordError) {
        guard let header = events.first, let lock = SuiteLock(header.body["lock"]) else {
            throw RecordError("the journal's header holds no suite lock, so the run cannot be judged again")
        }
        let library: SuiteLibrary
        do {
            library = try SuiteLibrary(lock.files)
        } catch {
            throw RecordError("the journal's suite lock cannot be read: \(error)")
        }
        let judge = Judge(library: library)
        var planned: [Instance] = []
        var instances: [String: Instance] = [:]
        var unjudged: Set<String> = []
        var own: [String: [JournalEvent]] = [:]
        var facts = RunFacts([])
        var verdicts: [Verdict] = []
        var changed: [String] = []
        for event in events {
            switch event.kind {
            case .plan:
                planned = (event.body["instances"]?.arrayValue ?? []).compactMap { Instance($0) }
                for instance in planned { instances[instance.name] = instance }
                let skips = event.body["skips"]?.arrayValue ?? []
                unjudged = Set(skips.filter { $0["unjudged"] == true }.compactMap { $0["name"]?.stringValue })
            case .verdict:
                guard let name = event.instance else { continue }
                let verdict: Verdict
                if let instance = instances[name] {
                    verdict = judge.verdict(of: instance, events: own[name] ?? [], run: facts)
                } else {
                    verdict = Verdict(
                        instance: name,
                        caseID: event.body["case"]?.stringValue ?? name,
                        outcome: unjudged.contains(name) ? .inconclusive : .skipped,
                        reason: event.body["reason"]?.stringValue
                    )
                }
                verdicts.append(verdict)
                if verdict.json.serialized() != event.body.serialized() { changed.append(name) }
            // What the run concluded is no part of what it saw.
            case .finding: continue
            default:
                facts.add(event)
                if let name = event.instance { own[name, default: []].append(event) }
            }
        }
        // What was planned and never judged has no verdict in the record: a run that was killed.
        let judged = Set(verdicts.map(\.instance))
        for instance in planned where !judged.contains(instance.name) {
            verdicts.append(
                Verdict(
                    instance: instance.name,
                    caseID: instance.caseID,
                    outcome: .inconclusive,
                    reason: "the run ended before it was judged"
                )
            )
        }
        self.library = library
        self.verdicts = verdicts
        self.changed = changed
    }
}
