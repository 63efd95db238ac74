import Judge
import Reporting
import RunRecord

extension RunReport {
    /// The numbers of the wire events whose bytes the record keeps: those that a report shows, and the messages of
    /// instances that did not pass and of the run itself.
    ///
    /// Most bytes are frames, which cannot be decrypted without the keys that Assay never stores, and messages of instances
    /// that passed, whose decoded form stays.
    func keptBytes(_ events: [JournalEvent]) -> Set<UInt64> {
        let open = entries.filter { ![.passed, .skipped].contains($0.verdict.outcome) }
        let names = Set(open.map(\.verdict.instance))
        var kept = Set(entries.flatMap { $0.verdict.findings.flatMap(\.evidence) })
        for entry in open where entry.verdict.findings.isEmpty { kept.formUnion(entry.verdict.evidence) }
        for event in events where event.isMessage && event.instance.map(names.contains) ?? true {
            kept.insert(event.sequence)
        }
        return kept
    }
}
