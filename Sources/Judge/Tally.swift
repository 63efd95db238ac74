import HAPModel
import RunRecord
import SuiteLanguage

/// What the expectations of one instance came to so far.
struct Tally {
    private(set) var findings: [Finding] = []
    private(set) var evidence: [UInt64] = []
    private var reasons: [String] = []
    private var emptiness: String?
    /// Whether an expectation was held against something that was seen.
    private(set) var hasJudged = false
    /// Whether something went wrong before, so that what follows would be judged on sand.
    private(set) var isSpoiled = false

    /// Whether everything held and could be judged.
    var isClean: Bool { findings.isEmpty && reasons.isEmpty && hasJudged }
    /// Whether nothing is broken, but something could not be judged.
    var isOpen: Bool { findings.isEmpty && !isClean }

    /// An expectation was held against the event.
    mutating func judged(_ event: JournalEvent) {
        hasJudged = true
        cite(event)
    }

    /// The verdict rests on the event too.
    mutating func cite(_ event: JournalEvent) {
        let cited = Evidence.cited(event)
        for number in cited.isEmpty ? [event.sequence] : cited { cite(number) }
    }

    /// The verdict rests on the event with this number too.
    mutating func cite(_ number: UInt64) {
        if evidence.count < Self.evidenceLimit, !evidence.contains(number) { evidence.append(number) }
    }

    /// A verdict cites what it rests on; a monitor rests on thousands of events, of which the first show enough.
    private static let evidenceLimit = 200

    mutating func add(_ finding: Finding, isCounted: Bool) {
        if isCounted { findings.append(finding) }
    }

    mutating func inconclusive(_ reason: String) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    /// Nothing that follows can be judged.
    mutating func spoil(_ reason: String) {
        inconclusive(reason)
        isSpoiled = true
    }

    /// There was nothing to look at: that is no pass.
    mutating func nothingToJudge(_ reason: String) { emptiness = reason }

    mutating func merge(_ other: Tally) {
        findings += other.findings
        for number in other.evidence { cite(number) }
        hasJudged = hasJudged || other.hasJudged
        isSpoiled = isSpoiled || other.isSpoiled
        for reason in other.reasons { inconclusive(reason) }
    }

    /// The same, with what is broken left out.
    var withoutFindings: Tally {
        var tally = self
        tally.findings = []
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
            reason = "nothing was seen that could be judged"
        }
        return Verdict(
            instance: instance,
            caseID: caseID,
            outcome: outcome,
            reason: reason,
            findings: findings,
            evidence: evidence,
            duration: duration
        )
    }
}
