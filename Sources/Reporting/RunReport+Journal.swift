import Gate
import HAPModel
package import Judge
import MarkedYAML
import Measurement
package import RunRecord
package import SuiteLanguage

extension RunReport {
    /// Builds a report from a journal, live or read back. A journal holds no secrets, so a report holds none either.
    ///
    /// - Parameters:
    /// - events: the journal, starting with its header.
    /// - library: the cases and requirements.
    /// - verdicts: the result of a rejudgement; `nil` takes the verdicts of the journal.
    package init(events: [JournalEvent], library: SuiteLibrary, verdicts: [Verdict]? = nil) {
        let header = events.first { $0.kind == .header }?.body
        let verdicts = verdicts ?? Self.verdicts(in: events)
        func text(_ value: JSON?) -> String? {
            value.map { $0.stringValue ?? $0.serialized() }
        }
        tool = text(header?["environment"]?["tool"]) ?? "assay"
        let record = events.first { $0.kind == .accessory }.map { AccessoryRecord($0.body) }
        self.record = record
        accessory = Accessory(
            name: text(header?["accessory"]?["name"]) ?? "",
            address: text(header?["accessory"]?["address"]) ?? "",
            transport: record?.places.first?.transport ?? Self.transport(of: verdicts) ?? "ip"
        )
        started = text(header?["started"]) ?? ""
        seed = text(header?["seed"])
        selection = text(header?["selection"].flatMap(Self.words))
        rerun = text(header?["rerun"]) ?? "assay run"
        command = header?["command"]?.stringValue
        failsOnWarning = header?["fail-on"]?.stringValue == "warning"
        requirements = library.requirements
        elapsed = (events.last?.at.nanoseconds ?? 0) - (events.first?.at.nanoseconds ?? 0)
        link = LinkHealth(events, verdicts)
        notes = Self.notes(in: events) + link.notes
        seenForms = SeenForms(events)
        identity = IdentityTable(events)
        times = MeasuredTimes(events)
        measurement = RecordedMeasurement(events, times)
        // A measurement uses no suites.
        suiteDigest = measurement == nil ? text(header?["lock"]?["digest"]) : nil
        let end = RunEnd(events.last { $0.kind == .close }?.body)
        self.end = end
        cited = Self.cited(by: verdicts, in: events)
        var began: [String: Int64] = [:]
        for event in events where event.kind == .begin {
            if let instance = event.instance { began[instance] = event.at.nanoseconds }
        }
        let cases = Dictionary(library.cases.map { ($0.id, $0) }) { first, _ in first }
        let counting = verdicts.filter { cases[$0.caseID]?.class != .compatibility }
        gate = Self.gate(events, counting, coversWarnings: failsOnWarning, started: started, end: end)
        let standings = RequirementStandings(counting, events)
        self.standings = (header?["requirements"]?.arrayValue ?? []).compactMap { RequirementRecord($0) }
            .map(standings.standing)
        causes = LikelyCauses(counting, events: events, library: library)
        entries = verdicts.map { verdict in
            let item = cases[verdict.caseID]
            let word = verdict.caseID.split(separator: ".").first.map(String.init) ?? "unnamed"
            let isMonitor = if case .monitor = item?.body { true } else { false }
            return Entry(
                verdict: verdict,
                chapter: item?.chapter ?? "other",
                section: item?.section ?? word,
                title: item?.title ?? "",
                class: item?.class ?? .conformance,
                frameSteps: item?.frameSteps ?? [],
                place: item.map { Place(file: "Suites/\($0.mark.file)", line: $0.mark.line) },
                began: began[verdict.instance],
                isMonitor: isMonitor
            )
        }
        if let mismatch, end.isWhole { notes.append(mismatch) }
    }

    /// A selection on one line: `patterns: pair-setup.*; tags: smoke`, or `everything`.
    private static func words(_ selection: JSON) -> JSON {
        guard let criteria = selection.objectValue?.members else { return selection }
        let named = criteria.compactMap { criterion -> String? in
            let values = criterion.value.arrayValue?.map { $0.stringValue ?? $0.serialized() } ?? []
            return values.isEmpty ? nil : "\(criterion.key): \(values.joined(separator: ", "))"
        }
        return .string(named.isEmpty ? "everything" : named.joined(separator: "; "))
    }

    /// The verdicts in the journal. An instance without a verdict could not be judged.
    private static func verdicts(in events: [JournalEvent]) -> [Verdict] {
        var order: [String] = []
        var byName: [String: Verdict] = [:]
        func add(_ verdict: Verdict) {
            let name = verdict.instance.isEmpty ? verdict.caseID : verdict.instance
            if byName.updateValue(verdict, forKey: name) == nil { order.append(name) }
        }
        func addUnjudged(_ name: String) {
            guard byName[name] == nil else { return }
            let caseID = name.split(separator: "[", maxSplits: 1).first.map(String.init) ?? name
            let reason = "the run ended before this instance was judged"
            add(Verdict(instance: name, caseID: caseID, outcome: .inconclusive, reason: reason))
        }
        for event in events where event.kind == .verdict { if let verdict = Verdict(event) { add(verdict) } }
        for event in events where event.kind == .plan {
            for skip in event["skips"]?.arrayValue ?? [] {
                guard let name = skip["name"]?.stringValue, byName[name] == nil else { continue }
                let caseID = skip["case"]?.stringValue ?? name
                add(Verdict(instance: name, caseID: caseID, outcome: .skipped, reason: skip["reason"]?.stringValue))
            }
            for planned in event["instances"]?.arrayValue ?? [] {
                if let name = planned.stringValue ?? planned["name"]?.stringValue { addUnjudged(name) }
            }
        }
        for event in events where event.kind == .begin { if let name = event.instance { addUnjudged(name) } }
        return order.compactMap { byName[$0] }
    }

    /// The transport in the names of the instances.
    private static func transport(of verdicts: [Verdict]) -> String? {
        verdicts.lazy.compactMap { $0.instance.firstMatch(of: /over=([a-z]+)\]/).map { String($0.1) } }.first
    }

    /// The notes of the header and of the capabilities, and errors that concern no instance.
    private static func notes(in events: [JournalEvent]) -> [String] {
        var notes: [String] = []
        for event in events {
            let found: [String?]
            switch event.kind {
            case .header: found = event["notes"]?.arrayValue?.map(\.stringValue) ?? []
            case .capability: found = [event["note"]?.stringValue]
            case .trouble: found = event.instance == nil ? [event["message"]?.stringValue] : []
            default: continue
            }
            for note in found.compactMap({ $0 }) where !notes.contains(note) { notes.append(note) }
        }
        return notes
    }

    private static func cited(by verdicts: [Verdict], in events: [JournalEvent]) -> [UInt64: JournalEvent] {
        var wanted: Set<UInt64> = []
        for verdict in verdicts { wanted.formUnion(verdict.evidence + verdict.findings.flatMap(\.evidence)) }
        var cited: [UInt64: JournalEvent] = [:]
        for event in events where event.kind == .wire && wanted.contains(event.sequence) {
            cited[event.sequence] = event
        }
        return cited
    }
}
