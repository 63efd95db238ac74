import HAPAccessory
import Judge
package import Reporting
import SuiteLanguage

extension SelftestOutcome {
    /// The outcome for a terminal.
    package var table: CleanText {
        var lines: [CleanText] = [
            """
            conformant simulators: \(Spoken.count(baseline.passes, "pass", "passes")), \
            \(Spoken.count(baseline.falseAlarms.count, "false alarm")), \(Spoken.count(baseline.rounds, "round")); \
            at most \(Spoken.count(baseline.ownPairSetups, "pair-setup")) for preparation
            """
        ]
        for alarm in baseline.falseAlarms {
            lines.append("  \(alarm.verdict.why) on \(alarm.accessory): \(alarm.verdict.instance)")
        }
        for item in baseline.unstable {
            lines.append("  unstable on \(item.accessory): \(item.instance)")
            lines.append("    \(item.why)")
        }
        for id in baseline.untagged { lines.append("  waits for 30 s or more without the tag slow: \(id)") }
        for id in baseline.neverPassed { lines.append("  never passes: \(id)") }
        for row in rows where row.fate != .unclaimed {
            lines.append(
                "\(CleanText(row.word).padded(to: 16)) \(CleanText(row.defect.name).padded(to: 44)) \(row.details(survivors))"
            )
        }
        for row in twins {
            let name = CleanText(row.twin.name).padded(to: 44)
            lines.append("\(CleanText(row.word).padded(to: 16)) \(name) \(row.details)")
        }
        for id in idle { lines.append("kills no defect: \(id)") }
        if let pruning { lines += spares(pruning) }
        if let variants { lines += variants.lines }
        if !twins.isEmpty { lines.append(CleanText(tolerance)) }
        guard !rows.isEmpty else { return lines.joined(separator: "\n") }
        let unclaimed = rows.count { $0.fate == .unclaimed }
        lines.append(
            "\(killed.count) of \(rows.count - unclaimed) defects killed; \(unclaimed) more without a case that proves their requirements"
        )
        if !killed.isEmpty { lines.append(CleanText(causes)) }
        return lines.joined(separator: "\n")
    }

    private func spares(_ pruning: Pruning) -> [CleanText] {
        pruning.spares.map { spare in
            let kills = spare.kills.isEmpty ? "kills nothing" : "kills \(spare.kills.count) that others kill, too"
            let what: CleanText = "\(spare.caseID), step \(spare.step)"
            return "not needed       \(what.padded(to: 44)) \(spare.proof.requirement) (\(spare.proof.mark)): \(kills)"
        } + ["\(pruning.spares.count) of \(pruning.count) proofs are not needed"]
    }
}
