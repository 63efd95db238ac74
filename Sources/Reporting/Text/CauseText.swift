import HAPModel
import Judge
import RunRecord
import SuiteLanguage

/// A likely cause of findings of a run, in words: what the accessory did, with its bytes.
struct CauseText {
    let cause: LikelyCause
    /// Whether a baseline allows each failure that it explains.
    let isKnown: Bool
    private let report: RunReport

    init(_ cause: LikelyCause, isKnown: Bool, in report: RunReport) {
        self.cause = cause
        self.isKnown = isKnown
        self.report = report
    }

    /// `HAP-PAIR-SETUP-013 (must): got 200, State 4, no Error (#4: 06 01 04), expected refused; pair-setup.m3-first[over=ip],
    /// step 1`
    var line: CleanText {
        let finding = cause.finding
        let known: CleanText = isKnown ? ", of known failures" : ""
        let level: CleanText = report.requirements[cause.requirement].map { " (\($0.level.words)\(known))" } ?? ""
        let bytes: CleanText = bytes.map { " (\($0))" } ?? ""
        var line: CleanText = "\(cause.requirement)\(level): got \(CleanText(finding.got, limit: 200))\(bytes)"
        line += ", expected \(CleanText(finding.expected, limit: 200)); \(place)"
        if !isAlone { line += "; \(whole)" }
        return line.bounded(1024)
    }

    /// The same without the finding's details: `HAP-PAIR-SETUP-013 (must): M3 that does not follow M1 is rejected.
    /// Found in pair-setup.m3-first[over=ip], step 1`
    var brief: CleanText {
        let requirement = report.requirements[cause.requirement]
        let known: CleanText = isKnown ? ", of known failures" : ""
        let level: CleanText = requirement.map { " (\($0.level.words)\(known)): \($0.requires)" } ?? "."
        return ("\(cause.requirement)\(level) Found in \(place)" as CleanText).bounded(1024)
    }

    /// ``line``, or ``brief`` if this is the only finding. What the requirement says is not what an accessory does that stopped
    /// responding.
    var summary: CleanText { isAlone && cause.finding.step != Finding.afterwards ? brief : line }

    private var isAlone: Bool { cause.instances == 1 && cause.requirements == 1 }

    private var place: CleanText {
        cause.finding.step.isEmpty ? CleanText(cause.instance) : "\(cause.instance), step \(cause.finding.step)"
    }

    private var whole: CleanText {
        if cause.requirements == 1 { return "violated in \(Spoken.count(cause.instances, "instance"))" }
        return
            "of \(Spoken.count(cause.requirements, "requirement")) violated in \(Spoken.count(cause.instances, "instance"))"
    }

    /// The accessory's last message in the finding's evidence, or the tester's if there is none, with its bytes: `#4: 06
    /// 01 04`. Text that people can read has no bytes.
    var bytes: CleanText? {
        let events = cause.finding.evidence.compactMap { report.cited[$0] }
        let answers = events.filter { $0["direction"]?.stringValue == "in" }
        guard let event = answers.last ?? events.last else { return nil }
        let bytes: CleanText = WireText(event).brief(limit: 24).map { ": \($0)" } ?? ""
        return answers.isEmpty ? "no response to #\(event.sequence)\(bytes)" : "#\(event.sequence)\(bytes)"
    }

    /// The cause in the run's JSON document.
    var json: JSON {
        let requirement = report.requirements[cause.requirement]
        var object = JSONObject(["requirement": .string(cause.requirement)])
        object["level"] = requirement.map { .string($0.level.rawValue) }
        object["requires"] = requirement.map { .string($0.requires) }
        object["instance"] = .string(cause.instance)
        object["case"] = .string(cause.caseID)
        object["step"] = .string(cause.finding.step)
        object["expected"] = .string(cause.finding.expected)
        object["got"] = .string(cause.finding.got)
        object["bytes"] = bytes.map { .string($0.string) }
        object["text"] = .string(line.string)
        if isKnown { object["known"] = true }
        let others = cause.members.filter { $0.finding.requirement != cause.requirement }
        object["explains"] = .array(
            others.map {
                ["instance": .string($0.instance), "requirement": .string($0.finding.requirement)]
            }
        )
        return .object(object)
    }
}

extension RunReport {
    /// The causes in words: first those of failures that no baseline allows, then those of known ones; each time the most severe
    /// first.
    var causeTexts: [CauseText] {
        let known = Set(entries.filter { self.known($0) != nil }.map(\.verdict.instance))
        func isKnown(_ cause: LikelyCause) -> Bool { cause.members.allSatisfy { known.contains($0.instance) } }
        return causes.groups.filter { !isKnown($0) }.map { CauseText($0, isKnown: false, in: self) }
            + causes.groups.filter(isKnown).map { CauseText($0, isKnown: true, in: self) }
    }
}
