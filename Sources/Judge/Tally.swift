import HAPModel
import RunRecord
import SuiteLanguage

/// The results of the expectations of one instance so far.
struct Tally {
    private(set) var findings: [Finding] = []
    /// How many findings of each kind there are, with those that are not kept.
    private var counts: [Kind: Int] = [:]
    private(set) var evidence: [UInt64] = []
    /// The requirements of which an expectation held, each once.
    private var held: [String] = []
    private var reasons: [String] = []
    private var emptiness: String?
    /// Whether an expectation was compared with an observation.
    private(set) var hasJudged = false
    /// Whether a preparation failed, so that later steps cannot be judged.
    private(set) var isSpoiled = false

    /// Whether all expectations were met and could be judged.
    var isClean: Bool { findings.isEmpty && reasons.isEmpty && hasJudged }
    /// Whether there are no findings, but something could not be judged.
    var isOpen: Bool { findings.isEmpty && !isClean }

    /// Whether it has findings, and all of them are warnings.
    var isOnlyWarned: Bool { !findings.isEmpty && findings.allSatisfy { $0.severity == .warned } }

    /// Records that an expectation was compared with the event.
    mutating func judged(_ event: JournalEvent) {
        hasJudged = true
        cite(event)
    }

    /// Records that an expectation that proves these requirements held.
    mutating func held(_ requirements: [String]) {
        for id in requirements where !held.contains(id) { held.append(id) }
    }

    /// Adds the event to the verdict's evidence.
    mutating func cite(_ event: JournalEvent) {
        let cited = Evidence.cited(event)
        for number in cited.isEmpty ? [event.sequence] : cited { cite(number) }
    }

    /// Adds the event with this number to the verdict's evidence.
    mutating func cite(_ number: UInt64) {
        if evidence.count < Self.evidenceLimit, !evidence.contains(number) { evidence.append(number) }
    }

    /// The verdict of a monitor rests on thousands of events; the first ones are enough.
    private static let evidenceLimit = 200

    mutating func add(_ finding: Finding, isCounted: Bool) {
        guard isCounted else { return }
        let kind = Kind(requirement: finding.requirement, severity: finding.severity)
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.findingLimit { findings.append(finding) }
    }

    /// What findings must have in common to be counted together.
    private struct Kind: Hashable {
        let requirement: String
        let severity: Finding.Severity
    }

    /// An accessory may have tens of thousands of characteristics that are wrong in the same way. A report that lists them
    /// all takes minutes to write, and is not read.
    private static let findingLimit = 100

    /// The findings, and on the last one of each kind how many more there are.
    private var listed: [Finding] {
        var listed = findings
        for (kind, count) in counts where count > Self.findingLimit {
            let last = listed.lastIndex { $0.requirement == kind.requirement && $0.severity == kind.severity }
            if let last { listed[last].got += "; \(count - Self.findingLimit) more findings like this are not listed" }
        }
        return listed
    }

    mutating func inconclusive(_ reason: String) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    /// Records that later steps cannot be judged.
    mutating func spoil(_ reason: String) {
        inconclusive(reason)
        isSpoiled = true
    }

    /// Records that there was nothing to judge, which is not a pass.
    mutating func nothingToJudge(_ reason: String) { emptiness = reason }

    mutating func merge(_ other: Tally) {
        for finding in other.findings { add(finding, isCounted: true) }
        for (kind, count) in other.counts where count > Self.findingLimit {
            counts[kind, default: 0] += count - Self.findingLimit
        }
        held(other.held)
        for number in other.evidence { cite(number) }
        hasJudged = hasJudged || other.hasJudged
        isSpoiled = isSpoiled || other.isSpoiled
        for reason in other.reasons { inconclusive(reason) }
    }

    /// The same without its findings.
    var withoutFindings: Tally {
        var tally = self
        tally.findings = []
        tally.counts = [:]
        return tally
    }

    func verdict(instance: String, caseID: String, duration: Int64) -> Verdict {
        let outcome: Verdict.Outcome
        var reason = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
        if findings.contains(where: { $0.severity == .failed }) {
            outcome = .failed
        } else if !reasons.isEmpty {
            outcome = .inconclusive
        } else if !findings.isEmpty {
            outcome = .warned
        } else if hasJudged {
            outcome = .passed
        } else if let emptiness {
            outcome = .skipped
            reason = emptiness
        } else {
            outcome = .inconclusive
            reason = "the run observed nothing that this case can judge"
        }
        let violated = Set(findings.map(\.requirement))
        return Verdict(
            instance: instance,
            caseID: caseID,
            outcome: outcome,
            reason: reason,
            findings: listed,
            met: outcome == .inconclusive ? [] : held.filter { !violated.contains($0) },
            evidence: evidence,
            duration: duration
        )
    }
}
