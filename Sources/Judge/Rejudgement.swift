import HAPModel
package import RunRecord
package import SuiteLanguage

/// Judges a recorded run again, offline, from its journal alone.
package struct Rejudgement: Sendable {
    /// The journal's suite lock.
    package let library: SuiteLibrary
    /// The new verdicts, in the journal's order.
    package let verdicts: [Verdict]
    /// Instances whose verdict differs from the run's.
    package let changed: [String]
    /// Whether the record ends before the end of the run.
    package let isCutOff: Bool
    /// Planned instances without a verdict in the record.
    package let unjudged: [String]

    /// - Throws: ``RecordError`` if the journal holds no suite lock, or a malformed one.
    package init(_ events: [JournalEvent]) throws(RecordError) {
        guard let header = events.first, let lock = SuiteLock(header["lock"]) else {
            throw RecordError("the journal's header holds no suite lock, so the run cannot be judged again")
        }
        let library: SuiteLibrary
        do {
            library = try SuiteLibrary(lock.files)
        } catch {
            throw RecordError("the journal's suite lock cannot be read: \(error)")
        }
        var verdicts: [Verdict] = []
        var changed: [String] = []
        let planned = Judge(library: library).judge(events) { verdict, event in
            verdicts.append(verdict)
            if verdict.json.serialized() != event.body.serialized() { changed.append(verdict.instance) }
        }
        isCutOff = !events.contains { $0.kind == .close }
        var unjudged: [String] = []
        // A planned instance without a verdict in the journal: the run was killed.
        let judged = Set(verdicts.map(\.instance))
        for instance in planned where !judged.contains(instance.name) {
            unjudged.append(instance.name)
            verdicts.append(
                Verdict(
                    instance: instance.name,
                    caseID: instance.caseID,
                    outcome: .inconclusive,
                    reason: "the run ended before this instance was judged"
                )
            )
        }
        self.library = library
        self.verdicts = verdicts
        self.changed = changed
        self.unjudged = unjudged
    }
}
