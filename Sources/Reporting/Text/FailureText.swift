import Gate
import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage

/// Renders the result of an instance, for the terminal and for JUnit.
package struct FailureText: Sendable {
    private let report: RunReport
    private let style: Style
    private let eventLimit: Int
    private let byteLimit: Int
    private let stepLimit: Int

    /// - Parameters:
    /// - report: the run.
    /// - style: how text looks; plain by default.
    /// - eventLimit: the number of wire events that a finding shows at most.
    /// - byteLimit: the number of bytes of each event.
    /// - stepLimit: the number of steps that are shown at most if several violate the same requirements.
    package init(
        _ report: RunReport,
        style: Style = .plain,
        eventLimit: Int = 4,
        byteLimit: Int = 64,
        stepLimit: Int = .max
    ) {
        self.report = report
        self.style = style
        self.eventLimit = max(2, eventLimit)
        self.byteLimit = byteLimit
        self.stepLimit = max(1, stepLimit)
    }

    /// The result on one line: the first finding that decides, or the reason.
    package func message(_ entry: RunReport.Entry) -> CleanText {
        let text: String
        if let finding = Self.deciding(entry.verdict) {
            text = "\(finding.requirement): expected \(finding.expected); got \(finding.got)"
        } else {
            text = entry.verdict.reason ?? entry.verdict.outcome.rawValue
        }
        return CleanText(text, limit: 1024)
    }

    /// Everything about the instance: each finding with its requirement, the expected and the received result, and
    /// the bytes; why it could not be judged; the likely causes that evidence links to the findings; and the
    /// command that repeats it. Ends without a line end.
    package func text(_ entry: RunReport.Entry) -> CleanText {
        let verdict = entry.verdict
        let name = CleanText(entry.name, limit: 400)
        let word = CleanText(verdict.outcome.rawValue.uppercased())
        let heading: CleanText = "\(style.paint(word, verdict.outcome.look)) \(style.paint(name, .bold))"
        var lines = heading.lines(hanging: 4)
        if !entry.title.isEmpty { lines += paragraph(CleanText(entry.title, limit: 400)) }
        if !entry.countsForConformance {
            lines.append("  a compatibility case: it does not count for conformance")
        }
        if let known = report.known(entry) { lines += field("known", GateText.words(known)) }
        if let departure = report.departure(entry) { lines += field("baseline", departure.text) }
        lines += findings(of: entry)
        if let reason = verdict.reason { lines += [""] + field("reason", reason) }
        if let repetition = verdict.repetition { lines += [""] + field("repeated", repetition.words) }
        var shown: Set<UInt64> = []
        if verdict.findings.isEmpty { lines += bytes(verdict.evidence, withFrames: false, shown: &shown) }
        if entry.countsForConformance {
            for cause in causes(of: verdict) { lines += [""] + field("cause", "likely \(cause.brief)" as CleanText) }
        }
        lines += ["", "  \(label("rerun"))\(style.paint(CleanText(report.rerun(entry)), .cyan))"]
        return lines.joined(separator: "\n")
    }

    /// The causes of the findings, each once. A cause that the verdict itself shows is left out.
    private func causes(of verdict: Verdict) -> [CauseText] {
        var seen = Set(verdict.findings.map(\.requirement))
        return verdict.findings.compactMap { finding in
            guard let cause = report.causes.cause(of: finding, in: verdict.instance),
                seen.insert(cause.requirement).inserted
            else { return nil }
            return CauseText(cause, isKnown: false, in: report)
        }
    }

    /// The finding that decides the outcome.
    static func deciding(_ verdict: Verdict) -> Finding? {
        switch verdict.outcome {
        case .failed: verdict.findings.first { $0.severity == .failed }
        case .warned: verdict.findings.first
        case .passed, .skipped, .inconclusive, .errored: nil
        }
    }

    /// All findings, failures first. One failed expectation is shown once, with all the requirements that it violates.
    /// A requirement that several steps violate is shown once, with the first steps.
    private func findings(of entry: RunReport.Entry) -> [CleanText] {
        var lines: [CleanText] = []
        var shown: Set<UInt64> = []
        var described: Set<String> = []
        for group in ViolatedRequirements.groups(entry.verdict.findings) {
            for finding in group.findings {
                let words = requirement(finding)
                lines += [""] + (described.insert(finding.requirement).inserted ? words : Array(words.prefix(1)))
            }
            for (index, finding) in group.steps.prefix(stepLimit).enumerated() {
                if index > 0 { lines.append("") }
                if !finding.step.isEmpty { lines += field("step", finding.step) }
                lines += field("expected", finding.expected)
                lines += field("got", finding.got)
                let isAboutFrames = entry.frameSteps.contains(String(finding.step.prefix { $0 != "#" }))
                lines += bytes(finding.evidence, withFrames: isAboutFrames, shown: &shown)
            }
            let others = group.steps.dropFirst(stepLimit)
            guard !others.isEmpty else { continue }
            lines += [""] + paragraph(Self.more(others))
        }
        return lines
    }

    /// `and 3 more steps like it: 3, 4, 5`.
    private static func more(_ findings: some Collection<Finding>) -> CleanText {
        let names = findings.map(\.step).filter { !$0.isEmpty }.prefix(mostSteps).joined(separator: ", ")
        let list = names.isEmpty ? "" : ": \(names)\(findings.count > mostSteps ? ", …" : "")"
        return CleanText("and \(Spoken.count(findings.count, "more step")) like it\(list)", limit: 400)
    }

    /// The number of steps that are named without being shown.
    private static let mostSteps = 8

    private func requirement(_ finding: Finding) -> [CleanText] {
        let requirement = report.requirements[finding.requirement]
        let id = CleanText(finding.requirement, limit: 100)
        let level: CleanText = requirement.map { " (\($0.level.words))" } ?? ""
        let severity = finding.severity == .warned ? style.paint("warning ", .yellow) : ""
        var lines = paragraph("\(severity)\(style.paint(id, .bold))\(level)")
        if let requirement {
            lines += paragraph(CleanText(requirement.requires, limit: 1024))
            lines += field("source", requirement.source)
        }
        return lines
    }

    private func field(_ name: CleanText, _ value: String) -> [CleanText] {
        field(name, CleanText(value, limit: 2048))
    }

    private func field(_ name: CleanText, _ value: CleanText) -> [CleanText] {
        let lines = value.wrapped(after: 12, hanging: 12)
        return ["  \(label(name))\(lines[0])"] + lines.dropFirst()
    }

    private func paragraph(_ text: CleanText) -> [CleanText] { text.lines(indent: 2, hanging: 2) }

    private func label(_ name: CleanText) -> CleanText {
        style.paint(name, .dim) + .blanks(max(1, 10 - name.count))
    }

    /// For thousands of events, the first and the last ones are enough to choose from.
    private static let mostLookedAt = 64

    /// The cited wire events: if there are too many, the first and the last ones. Frames and bytes of a message that
    /// is already shown are left out.
    ///
    /// - Parameters:
    /// - withFrames: whether frames are shown even so, because the finding is about frames.
    /// - shown: numbers of the instance's events that were already shown.
    private func bytes(_ evidence: [UInt64], withFrames: Bool, shown: inout Set<UInt64>) -> [CleanText] {
        let all = evidence.compactMap { report.cited[$0] }.map(WireText.init)
        let cited = all.count > Self.mostLookedAt ? Array(all.prefix(8) + all.suffix(Self.mostLookedAt - 8)) : all
        let messages = cited.filter(\.isMessage)
        let wires = cited.filter { ($0.isFrame && withFrames) || !$0.carried(oneOf: messages) }
        var picked = wires
        if wires.count > eventLimit { picked = Array(wires.prefix(1) + wires.suffix(eventLimit - 1)) }
        let more = all.count - cited.count + wires.count - picked.count
        let numbers = picked.map(\.event.sequence)
        if let first = numbers.first, let last = numbers.last, shown.isSuperset(of: numbers) {
            let range: CleanText = numbers.count == 1 ? "#\(first)" : "#\(first) to #\(last)"
            return field("wire", "\(range), as above" as CleanText)
        }
        shown.formUnion(numbers)
        var lines: [CleanText] = []
        for (index, wire) in picked.enumerated() {
            if index == 1, more > 0 { lines.append("    … \(more) more in the journal") }
            let event = wire.event
            let time = Figures.traceTime(event.at.nanoseconds)
            let head: CleanText = "#\(event.sequence) \(time) ms \(wire.connection) \(wire.arrow) \(wire.headline)"
            let parts = head.wrapped(after: 12, hanging: 14)
            lines += ["  \(label(index == 0 ? "wire" : ""))\(parts[0])"] + parts.dropFirst()
            lines += (wire.headers + wire.content).flatMap { $0.lines(indent: 14, hanging: 20) }
            lines += wire.bytes(limit: byteLimit).map { "      \(style.paint($0, .dim))" }
        }
        return lines
    }
}

extension Verdict.Repetition {
    /// What the second attempt showed, in words.
    var words: String {
        switch self {
        case .confirmed: "\(Self.disturbance); the second attempt failed in the same way"
        case .cleared: "\(Self.disturbance); the second attempt did not fail"
        case .unsettled: "\(Self.disturbance); the second attempt did not confirm it"
        }
    }

    private static let disturbance =
        "the first attempt was disturbed (a failed connection, no answer, a restart or reset of the accessory, a busy accessory, a value that changed by itself, or a delay of the tester)"
}

extension Requirement.Level {
    /// `must not`.
    var words: String { rawValue.replacing("-", with: " ") }
}
