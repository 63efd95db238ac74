import Judge
import SuiteLanguage

/// Instances that failed in the same way, such as rows and repetitions of one case: the first is shown, the others are
/// counted.
struct FoldedEntries {
    /// The first instance of the group, which stands for all.
    var first: RunReport.Entry
    var others: [RunReport.Entry] = []

    /// The entries in groups, in the order of the first of each.
    static func groups(_ entries: some Sequence<RunReport.Entry>) -> [FoldedEntries] {
        var groups: [FoldedEntries] = []
        var places: [Likeness: Int] = [:]
        for entry in entries {
            let likeness = Likeness(entry.verdict)
            if let place = places[likeness] {
                groups[place].others.append(entry)
            } else {
                places[likeness] = groups.count
                groups.append(FoldedEntries(first: entry))
            }
        }
        return groups
    }

    /// `and 19 more like it: write.above-maximum[lightbulb.hue; over=ip], … (--verbose prints all)`; `nil` if the first
    /// stands alone.
    var rest: CleanText? {
        guard !others.isEmpty else { return nil }
        let names = others.prefix(2).map { CleanText($0.name, limit: 200) }.joined(separator: ", ")
        return "and \(others.count) more like it: \(names)\(others.count > 2 ? ", …" : "")"
    }

    /// What equal instances have in common: case, outcome, and the findings in their manner, without values.
    private struct Likeness: Hashable {
        var caseID: String
        var outcome: Verdict.Outcome
        var reason: String?
        var findings: [[String]]

        init(_ verdict: Verdict) {
            (caseID, outcome, reason) = (verdict.caseID, verdict.outcome, verdict.reason)
            findings = verdict.findings.map { finding in
                [
                    finding.requirement, finding.severity.rawValue, finding.step,
                    finding.manner.isEmpty ? finding.got : finding.manner,
                ].map {
                    $0.replacing(#/-?[0-9]+(?:\.[0-9]+)*/#, with: "0")
                }
            }
        }
    }
}
