import HAPModel
import RunRecord
import SuiteLanguage

extension Judge {
    private typealias Attempt = (verdict: String, tally: Tally)

    /// Judges alternative transcripts, of which one must be met. One that passes takes precedence over a tolerated
    /// one.
    func judge(
        _ alternatives: [Step.Alternative],
        in item: Case,
        evidence: inout Evidence,
        tally: inout Tally
    ) {
        var attempts: [Attempt] = []
        for alternative in alternatives {
            var attempt = Tally()
            for step in alternative.steps {
                judge(step, in: item, path: step.path, evidence: &evidence, tally: &attempt)
            }
            attempts.append((alternative.verdict, attempt))
        }
        let broken = attempts.filter { !$0.tally.findings.isEmpty }
        if let right = attempts.first(where: { $0.verdict == "pass" && $0.tally.isClean }) {
            tally.merge(right.tally)
        } else if let open = attempts.first(where: { $0.verdict == "pass" && $0.tally.isOpen }) {
            // The accessory may have done what could not be judged.
            tally.merge(open.tally)
        } else if let tolerated = attempts.first(where: { $0.tally.isClean }), let wanted = broken.first {
            tally.merge(tolerated.tally)
            for finding in wanted.tally.findings { tally.add(finding.asWarning, isCounted: true) }
        } else if let open = attempts.first(where: { $0.tally.isOpen }) {
            tally.merge(open.tally)
        } else if let mild = broken.first(where: { $0.tally.isOnlyWarned }) {
            tally.merge(mild.tally)
        } else {
            report(broken.map(\.tally), tally: &tally)
        }
    }

    /// Reports that none of the alternatives is met: one finding for each requirement, with the text of all of them.
    private func report(_ attempts: [Tally], tally: inout Tally) {
        guard let first = attempts.first else { return }
        let all = attempts.compactMap(\.findings.first)
        for attempt in attempts { for number in attempt.evidence { tally.cite(number) } }
        tally.merge(first.withoutFindings)
        var seen: [String] = []
        for finding in first.findings where !seen.contains(finding.requirement) {
            seen.append(finding.requirement)
            var whole = finding
            whole.expected = Self.joined(all.map(\.expected), by: ", or ")
            whole.got = Self.joined(all.map(\.got), by: "; then ")
            whole.manner = Self.joined(all.map(\.manner), by: "; ")
            whole.evidence = all.flatMap(\.evidence)
            // The accessory meant one of the alternatives, so only one other thing may have gone wrong in it.
            whole.bearing = all.map(\.bearing).max() ?? finding.bearing
            tally.add(whole, isCounted: true)
        }
    }

    private static func joined(_ texts: [String], by separator: String) -> String {
        var unique: [String] = []
        for text in texts where !unique.contains(text) { unique.append(text) }
        return unique.joined(separator: separator)
    }
}

extension Finding {
    /// The same finding as a warning, for a tolerated alternative.
    fileprivate var asWarning: Finding {
        var finding = self
        finding.severity = .warned
        return finding
    }
}
