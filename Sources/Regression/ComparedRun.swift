import HAPModel
package import Judge
package import RunRecord
import SuiteLanguage

/// What a comparison needs of the record of one run.
package struct ComparedRun: Sendable {
    /// A requirement as far as it decides verdicts.
    struct Demand: Hashable {
        let level: Requirement.Level
        let words: String
    }

    /// The record's folder as the user named it.
    package let path: String
    /// The start by the clock of the tester, in ISO 8601.
    package let started: String
    /// Name and version of the tester.
    package let tool: String
    /// Which accessory it was; `nil` if it was not reached.
    package let accessory: AccessoryRecord?
    package let end: RunEnd
    /// Whether lines of the journal are missing.
    package let isDamaged: Bool
    /// The verdicts of cases that count for conformance.
    package let verdicts: [Verdict]
    /// The titles of the cases, by id.
    package let titles: [String: String]
    /// The snapshots that the run took, by name.
    let snapshots: [String: JSON]
    let durations: [OperationDuration]
    /// The times of operations that were measured.
    package var times = MeasuredTimes([])
    /// Whether it is a measurement without cases, which no suite judged.
    package var isMeasurement = false
    /// What copies of the same record have in common; `nil` if it is not known.
    var identity: String?
    /// The suite files that judged it, by path.
    let suites: [String: String]
    let demands: [String: Demand]
}

extension ComparedRun {
    /// - Parameters:
    ///   - path: the record's folder as the user named it.
    ///   - events: the journal.
    ///   - isDamaged: whether lines of it are missing.
    ///   - rejudgement: the verdicts of the record's own suites.
    package init(path: String, _ events: [JournalEvent], isDamaged: Bool, _ rejudgement: Rejudgement) {
        self.path = path
        self.isDamaged = isDamaged
        let header = events.first?.body
        started = header?["started"]?.stringValue ?? ""
        tool = header?["environment"]?["tool"]?.stringValue ?? "assay"
        accessory = events.first { $0.kind == .accessory }.map { AccessoryRecord($0.body) }
        end = RunEnd(events.last { $0.kind == .close }?.body)
        let cases = Dictionary(rejudgement.library.cases.map { ($0.id, $0) }) { first, _ in first }
        verdicts = rejudgement.verdicts.filter { cases[$0.caseID]?.class != .compatibility }
        titles = cases.mapValues(\.title)
        var snapshots: [String: JSON] = [:]
        for event in events where event.kind == .snapshot {
            if let name = event["name"]?.stringValue { snapshots[name] = event.body }
        }
        self.snapshots = snapshots
        let times = MeasuredTimes(events)
        self.times = times
        isMeasurement = RecordedMeasurement(events, times) != nil
        // What a measurement sends besides is too little, and beside the point.
        durations = isMeasurement ? [] : events.compactMap { OperationDuration($0) }
        identity = RecordIdentity.text(events)
        let files = SuiteLock(header?["lock"])?.files ?? []
        let judging = files.filter { !$0.path.hasPrefix("requirements/") }
        suites = Dictionary(judging.map { ($0.path, $0.text) }) { first, _ in first }
        let requirements = rejudgement.library.requirements.all
        demands = Dictionary(requirements.map { ($0.id, Demand(level: $0.level, words: $0.requires)) }) { first, _ in
            first
        }
    }
}
