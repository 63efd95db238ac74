import HAPModel
import Judge
import RunRecord

extension Verdict {
    /// Reads a verdict back from its event.
    ///
    /// - Returns: `nil` if the event holds no verdict that this version understands.
    init?(_ event: JournalEvent) {
        guard event.kind == .verdict,
            let outcome = event["outcome"]?.stringValue.flatMap(Outcome.init(rawValue:)),
            let caseID = event["case"]?.stringValue ?? event.instance
        else { return nil }
        self.init(
            instance: event.instance ?? caseID,
            caseID: caseID,
            outcome: outcome,
            reason: event["reason"]?.stringValue,
            findings: event["findings"]?.arrayValue?.compactMap(Finding.init) ?? [],
            met: event["met"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            evidence: event["evidence"]?.arrayValue?.compactMap(\.uint64Value) ?? [],
            duration: event["duration"]?.int64Value ?? 0,
            repetition: event["repeated"]?.stringValue.flatMap(Repetition.init(rawValue:))
        )
    }
}

extension Finding {
    /// Reads a finding back from the journal.
    init?(_ body: JSON) {
        guard let requirement = body["requirement"]?.stringValue,
            let severity = body["severity"]?.stringValue.flatMap(Severity.init(rawValue:))
        else { return nil }
        self.init(
            requirement: requirement,
            severity: severity,
            step: body["step"]?.stringValue ?? "",
            expected: body["expected"]?.stringValue ?? "",
            got: body["got"]?.stringValue ?? "",
            manner: body["manner"]?.stringValue ?? "",
            evidence: body["evidence"]?.arrayValue?.compactMap(\.uint64Value) ?? [],
            bearing: body["bearing"]?.stringValue.flatMap(Bearing.init(rawValue:)) ?? .answer,
            asks: body["asks"]?.int64Value.map { Int(clamping: $0) } ?? 1
        )
    }
}
