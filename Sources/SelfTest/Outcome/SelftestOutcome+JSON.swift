import HAPAccessory
package import HAPModel
import Judge

extension SelftestOutcome {
    /// The outcome for programs.
    package var json: JSON {
        var object = JSONObject([
            "passes": JSON(baseline.passes), "own-pair-setups": JSON(baseline.ownPairSetups),
            "false-alarms": .array(
                baseline.falseAlarms.map {
                    [
                        "accessory": .string($0.accessory), "instance": .string($0.verdict.instance),
                        "why": .string($0.verdict.why),
                    ]
                }
            ),
            "unstable": .array(
                baseline.unstable.map {
                    [
                        "accessory": .string($0.accessory), "instance": .string($0.instance),
                        "first": $0.first.map { .string($0.why) } ?? .null, "round": JSON($0.round),
                        "other": $0.other.map { .string($0.why) } ?? .null,
                    ]
                }
            ), "rounds": JSON(baseline.rounds),
            "untagged": .array(baseline.untagged.map { .string($0) }),
            "never-passed": .array(baseline.neverPassed.map { .string($0) }),
            "idle": .array(idle.map { .string($0) }),
            "killed": JSON(killed.count), "cause-named-first": JSON(namedRight),
            "defects": .array(rows.map(json)), "twins": .array(twins.map(\.json)),
        ])
        if let pruning {
            object["proofs"] = JSON(pruning.count)
            object["not-needed"] = .array(pruning.spares.map(json))
        }
        if let variants { object["variants"] = variants.json }
        return .object(object)
    }

    private func json(_ row: DefectMatrix.Row) -> JSON {
        [
            "defect": .string(row.defect.name), "breaks": .array(row.defect.breaks.map { .string($0) }),
            "fate": .string(row.word), "details": .string(row.details), "cases": .array(row.cases.map { .string($0) }),
            "cause": row.cause.map { .string($0.requirement) } ?? .null, "cause-right": .bool(row.isCauseRight),
        ]
    }

    private func json(_ spare: Pruning.Spare) -> JSON {
        [
            "case": .string(spare.caseID), "step": .string(spare.step), "requirement": .string(spare.proof.requirement),
            "at": .string("\(spare.proof.mark)"), "kills": .array(spare.kills.map { .string($0) }),
        ]
    }
}
