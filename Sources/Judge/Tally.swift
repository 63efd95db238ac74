import HAPModel
import RunRecord
import SuiteLanguage

/// The results of the expectations of one instance so far.
struct Tally {
    private(set) var findings: [Finding] = []
    private(set) var evidence: [UInt64] = []
    /// The requirements of which an expectation held, each once.
    private var held: [String] = []
    private var reasons: [String] = []
    private var emptiness: String?
    /// Whether an expectation was compared with an observation.
    private(set) var hasJudged = false
    /// Whether a step failed on which later ones depend, so that they cannot be judged.
    private(set) var isSpoiled = false
    private var failedStep: String?
    /// The observations of which a failure has shown that the accessory did not answer, by their numbers.
    private var unanswered: Set<UInt64> = []
    /// Those of which a failure has shown that the accessory ended a procedure with an Error.
    private var cutShort: Set<UInt64> = []

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
        guard evidence.count < Self.evidenceLimit else { return }
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
        if isCounted { findings.append(finding) }
    }

    /// Records a failure of an observation without an answer. Whatever else the answer lacks is the same failure.
    mutating func addUnanswered(_ observation: JournalEvent) { unanswered.insert(observation.sequence) }

    /// Whether a failure has shown already that the observation has no answer, or its connection had ended before, so that nothing was
    /// sent.
    func explainsSilence(of observation: JournalEvent) -> Bool {
        unanswered.contains(observation.sequence) || !unanswered.isEmpty && Evidence.cited(observation).isEmpty
    }

    /// Records a failure of a procedure that ended with an Error. Whatever else its later messages lack is the same failure.
    mutating func addCutShort(_ observation: JournalEvent) { cutShort.insert(observation.sequence) }

    /// Whether a failure has shown already that the procedure ended with an Error.
    func isCutShort(_ observation: JournalEvent) -> Bool { cutShort.contains(observation.sequence) }

    /// Drops those of the last findings that repeat others: of each requirement and severity so many are kept.
    ///
    /// - Parameter known: how many findings there were before them.
    mutating func keepFirst(_ count: Int, after known: Int) {
        var kept: [String: Int] = [:]
        let last = findings.dropFirst(known).filter { finding in
            kept["\(finding.requirement) \(finding.severity) \(finding.expected)", default: 0] += 1
            return kept["\(finding.requirement) \(finding.severity) \(finding.expected)", default: 0] <= count
        }
        findings = Array(findings.prefix(known)) + last
    }

    mutating func inconclusive(_ reason: String) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    /// Records that later steps cannot be judged.
    mutating func spoil(_ reason: String) {
        inconclusive(reason)
        isSpoiled = true
    }

    /// Records that a step failed on which all later ones depend: what they show follows from that.
    mutating func end(at step: String) {
        isSpoiled = true
        failedStep = step
    }

    /// Records that there is a step that is not judged.
    mutating func passOver() {
        if let failedStep { inconclusive("the steps after step \(failedStep) were not judged, because it failed") }
    }

    /// Records that there was nothing to judge, which is not a pass.
    mutating func nothingToJudge(_ reason: String) { emptiness = reason }

    mutating func merge(_ other: Tally) {
        findings += other.findings
        held(other.held)
        for number in other.evidence { cite(number) }
        hasJudged = hasJudged || other.hasJudged
        isSpoiled = isSpoiled || other.isSpoiled
        failedStep = failedStep ?? other.failedStep
        unanswered.formUnion(other.unanswered)
        cutShort.formUnion(other.cutShort)
        for reason in other.reasons { inconclusive(reason) }
    }

    /// The same without its findings.
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
            reason = "the run observed nothing that this case can judge"
        }
        let violated = Set(findings.map(\.requirement))
        return Verdict(
            instance: instance,
            caseID: caseID,
            outcome: outcome,
            reason: reason,
            findings: findings,
            met: outcome == .inconclusive ? [] : held.filter { !violated.contains($0) },
            evidence: evidence,
            duration: duration
        )
    }
}
