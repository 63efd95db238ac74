import HAPAccessory
package import Reporting
import SuiteLanguage

extension CombinationOutcome {
    /// How many findings with a wrong cause are shown.
    private static let shownFindings = 5

    /// The outcome for a terminal: the combinations that are not right in every respect, and the totals.
    package var table: CleanText {
        var lines: [CleanText] = []
        for row in rows where !row.missed.isEmpty || !row.wrong.isEmpty || row.failure != nil {
            let names = row.combination.defects.map(\.name).joined(separator: ", ")
            lines.append("combination \(row.combination.number) on \(row.combination.accessory.name): \(names)")
            if let failure = row.failure { lines.append("  failed: \(failure)") }
            for name in row.missed { lines.append("  heads no group: \(name)") }
            for (requirement, findings) in row.wrong.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) })
            {
                lines.append("  wrong cause: \(requirement), of \(Spoken.count(findings.count, "finding")):")
                for finding in findings.prefix(Self.shownFindings) { lines.append("    \(finding)") }
            }
        }
        let defects = rows.sum(\.combination.defects.count)
        let hidden = rows.sum(\.hidden.count)
        lines.append(
            """
            \(Spoken.count(rows.count, "combination")) with \(Spoken.count(defects, "defect")), of which others hide \
            \(hidden); \(Spoken.count(rows.sum(\.findings), "finding")) in \(Spoken.count(rows.sum(\.groups), "group"))
            """
        )
        lines.append(
            """
            a linked cause is a defect's requirement for \(rows.sum(\.right)) of \(rows.sum(\.linked)) findings = \
            \(right) % (at least \(Self.leastRight) % \
            of \(Self.leastLinked) or more); \(rows.sum(\.own)) findings are on a defect's requirement \
            themselves, and for \(rows.sum(\.findings) - rows.sum(\.linked) - rows.sum(\.own)) others no cause is printed
            """
        )
        lines.append(
            """
            every defect heads a group in \(rows.count { $0.missed.isEmpty && $0.failure == nil }) of \
            \(Spoken.count(rows.count, "combination")) = \(named) % (at least \(Self.leastNamed) %); \
            \(rows.sum(\.named.count)) of \(defects - hidden) defects do
            """
        )
        return lines.joined(separator: "\n")
    }
}
