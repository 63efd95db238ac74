import Gate
import Judge
import SuiteLanguage

/// What an instance shows when it is opened.
struct CaseBody {
    private let report: RunReport
    private let anchors: CaseAnchors
    private let transcripts: CaseTranscripts

    init(_ report: RunReport, _ anchors: CaseAnchors) {
        self.report = report
        self.anchors = anchors
        transcripts = CaseTranscripts(report)
    }

    /// Whether there is more to show than the instance's line.
    func isWorthOpening(_ entry: RunReport.Entry) -> Bool {
        entry.verdict.outcome != .skipped
    }

    func write(_ entry: RunReport.Entry, into page: inout HTMLWriter) {
        let verdict = entry.verdict
        if let known = report.known(entry) { page.element(.p, "Known failure: \(GateText.words(known))") }
        if let departure = report.departure(entry) { page.element(.p, CleanText(departure.text, limit: 1024)) }
        for group in ViolatedRequirements.groups(verdict.findings) { write(group, of: entry, into: &page) }
        if let reason = verdict.reason { page.element(.p, CleanText(reason, limit: 1024)) }
        if let repetition = verdict.repetition { page.element(.p, CleanText(repetition.words)) }
        if entry.countsForConformance { causes(of: verdict, &page) }
        if !verdict.met.isEmpty { met(verdict, &page) }
        transcripts.write(entry, into: &page)
        page.element(.h4, "Repeat")
        page.element(.pre, [.class("command")], CleanText(report.rerun(entry), limit: 4096))
    }

    private static let mostSteps = 12

    private func write(_ group: ViolatedRequirements, of entry: RunReport.Entry, into page: inout HTMLWriter) {
        let isFailure = group.findings.contains { $0.severity == .failed }
        page.element(.div, [.class("finding"), .state(isFailure ? "failed" : "warned")]) { page in
            for finding in group.findings { requirement(finding, &page) }
            for finding in group.steps.prefix(Self.mostSteps) { step(finding, &page) }
            let more = group.steps.count - Self.mostSteps
            if more > 0 { page.element(.p, [.class("soft")], "and \(Spoken.count(more, "more step")) like it") }
        }
    }

    private func requirement(_ finding: Finding, _ page: inout HTMLWriter) {
        let requirement = report.requirements[finding.requirement]
        page.element(.h4) { page in
            let id = CleanText(finding.requirement, limit: 100)
            CaseAnchors.link(id, to: anchors.requirement(finding.requirement), into: &page)
            if let requirement { page.text(" (\(requirement.level.words))") }
        }
        guard let requirement else { return }
        page.element(.p, CleanText(requirement.requires, limit: 1024))
        page.element(.p, [.class("soft")], "Source: \(CleanText(requirement.source, limit: 400))")
    }

    private func step(_ finding: Finding, _ page: inout HTMLWriter) {
        page.element(.dl, [.class("step")]) { page in
            func field(_ name: CleanText, _ value: CleanText) {
                page.element(.dt, name)
                page.element(.dd, value)
            }
            if !finding.step.isEmpty { field("step", CleanText(finding.step, limit: 100)) }
            field("expected", CleanText(finding.expected, limit: 2048))
            field("got", CleanText(finding.got, limit: 2048))
            if let numbers = Self.numbers(finding.evidence) { field("messages", numbers) }
        }
    }

    /// `#57, #60 and 12 more`
    private static func numbers(_ evidence: [UInt64]) -> CleanText? {
        guard !evidence.isEmpty else { return nil }
        let named = evidence.prefix(8).map { "#\($0)" as CleanText }.joined(separator: ", ")
        return evidence.count > 8 ? "\(named) and \(evidence.count - 8) more" : named
    }

    private func causes(of verdict: Verdict, _ page: inout HTMLWriter) {
        var seen = Set(verdict.findings.map(\.requirement))
        for finding in verdict.findings {
            guard let cause = report.causes.cause(of: finding, in: verdict.instance),
                seen.insert(cause.requirement).inserted
            else { continue }
            page.element(.p) { page in
                page.element(.strong, "Likely cause: ")
                page.text(CauseText(cause, isKnown: false, in: report).brief)
                page.text(" ")
                CaseAnchors.link("Show the case", to: anchors.instance(cause.instance), into: &page)
            }
        }
    }

    private func met(_ verdict: Verdict, _ page: inout HTMLWriter) {
        page.element(.p) { page in
            page.element(.span, [.class("soft")], "Judged and met: ")
            for (index, id) in verdict.met.enumerated() {
                if index > 0 { page.text(", ") }
                CaseAnchors.link(CleanText(id, limit: 100), to: anchors.requirement(id), into: &page)
            }
        }
    }
}
