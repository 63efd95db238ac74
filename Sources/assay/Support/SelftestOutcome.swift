import HAPAccessory
import HAPModel
import Judge
import Reporting
import SelfTest
import SuiteLanguage

/// What a selftest came to, for whoever reads it.
struct SelftestOutcome {
    /// Wall time of the beginning.
    let started: String
    let baseline: ConformantRuns.Outcome
    let rows: [DefectMatrix.Row]
    /// Cases that kill no defect.
    let idle: [String]
    /// Defects that nothing is to kill, with the reasons.
    let survivors: [String: String]
    /// `nil` unless it was asked for.
    let pruning: Pruning?
    /// The conformant simulators.
    let accessories: [String]

    /// Whether the suites say of every simulator what they should.
    var isSound: Bool {
        baseline.falseAlarms.isEmpty && baseline.neverPassed.isEmpty && baseline.unstable.isEmpty && idle.isEmpty
            && rows.allSatisfy { $0.isAsListed(survivors) }
    }

    private var killed: [DefectMatrix.Row] { rows.filter(\.isKilled) }
    private var namedRight: Int { killed.count { $0.isCauseRight } }

    /// `cause named first for 90 of 100 killed = 90 %`.
    private var causes: String {
        "cause named first for \(namedRight) of \(killed.count) killed"
            + (killed.isEmpty ? "" : " = \(100 * namedRight / killed.count) %")
    }

    // MARK: Text

    /// The outcome for a terminal.
    var table: String {
        var lines = [
            "conformant simulators: \(Spoken.count(baseline.passes, "pass", "passes")), "
                + "\(Spoken.count(baseline.falseAlarms.count, "false alarm")), "
                + "\(Spoken.count(baseline.rounds, "round")); "
                + "at most \(Spoken.count(baseline.ownPairSetups, "pair-setup")) of the tester's own"
        ]
        for alarm in baseline.falseAlarms {
            lines.append("  \(alarm.verdict.why) on \(alarm.accessory): \(alarm.verdict.instance)")
        }
        for item in baseline.unstable {
            lines.append("  unstable on \(item.accessory): \(item.instance)")
            lines.append("    \(item.why)")
        }
        for id in baseline.neverPassed { lines.append("  passes nowhere: \(id)") }
        for row in rows where row.fate != .unclaimed {
            lines.append("\(row.word.padding(16)) \(row.defect.name.padding(44)) \(row.details(survivors))")
        }
        for id in idle { lines.append("kills no defect: \(id)") }
        if let pruning { lines += spares(pruning) }
        guard !rows.isEmpty else { return lines.joined(separator: "\n") }
        let unclaimed = rows.count { $0.fate == .unclaimed }
        lines.append(
            "\(killed.count) of \(rows.count - unclaimed) defects killed; \(unclaimed) more \(unclaimed == 1 ? "breaks" : "break") what no case proves yet"
        )
        if !killed.isEmpty { lines.append(causes) }
        return lines.joined(separator: "\n")
    }

    private func spares(_ pruning: Pruning) -> [String] {
        pruning.spares.map { spare in
            let kills = spare.kills.isEmpty ? "kills nothing" : "kills \(spare.kills.count) that others kill too"
            let what = "\(spare.caseID), step \(spare.step)"
            return "not needed       \(what.padding(44)) \(spare.proof.requirement) (\(spare.proof.mark)): \(kills)"
        } + ["\(pruning.spares.count) of \(pruning.count) proofs are not needed"]
    }

    // MARK: JSON

    /// The outcome for programs.
    var json: JSON {
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
            "never-passed": .array(baseline.neverPassed.map { .string($0) }),
            "idle": .array(idle.map { .string($0) }),
            "killed": JSON(killed.count), "cause-named-first": JSON(namedRight),
            "defects": .array(rows.map(json)),
        ])
        if let pruning {
            object["proofs"] = JSON(pruning.count)
            object["not-needed"] = .array(pruning.spares.map(json))
        }
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

    // MARK: JUnit

    /// The outcome for what reads test results.
    var junit: MatrixReport {
        MatrixReport(
            accessories.map(entry(ofConformant:)) + idle.map(entry(ofIdle:)) + rows.map(entry(of:)),
            started: started,
            properties: [("defects killed", "\(killed.count) of \(rows.count)"), ("causes", causes)]
        )
    }

    private func entry(ofConformant accessory: String) -> MatrixReport.Entry {
        let alarms = baseline.falseAlarms.filter { $0.accessory == accessory }
            .map { "\($0.verdict.instance): \($0.verdict.why)" }
        let unstable = baseline.unstable.filter { $0.accessory == accessory }.map { "\($0.instance): \($0.why)" }
        var entry = MatrixReport.Entry(suite: "conformant", name: accessory, result: .passed)
        if let first = (alarms + unstable).first {
            entry.result = .failed(
                type: alarms.isEmpty ? "unstable" : "false-alarm",
                message: first,
                text: (alarms + unstable).joined(separator: "\n")
            )
        }
        return entry
    }

    private func entry(ofIdle id: String) -> MatrixReport.Entry {
        let message = "no defect shows that the case can fail"
        return MatrixReport.Entry(
            suite: "idle",
            name: id,
            result: .failed(type: "idle", message: message, text: message)
        )
    }

    private func entry(of row: DefectMatrix.Row) -> MatrixReport.Entry {
        let requirement = row.defect.breaks.first ?? ""
        let area = requirement.split(separator: "-").dropLast().joined(separator: "-")
        let listed = survivors[row.defect.name]
        let result: MatrixReport.Entry.Result
        switch row.fate {
        case .errored(let reason): result = .errored(message: reason)
        case .unclaimed: result = .skipped(reason: "no case proves \(row.defect.breaks.joined(separator: ", "))")
        case .killed where listed == nil: result = .passed
        case .survived, .killedElsewhere:
            result = listed.map { .skipped(reason: $0) } ?? failure(row)
        case .killed: result = failure(row)
        }
        return MatrixReport.Entry(suite: area, name: row.defect.name, elapsed: row.elapsed, result: result)
    }

    private func failure(_ row: DefectMatrix.Row) -> MatrixReport.Entry.Result {
        let cause = row.cause.map { "\nlikely cause: \($0.requirement) in \($0.instance)" } ?? ""
        return .failed(
            type: row.word,
            message: "\(row.word): \(row.details(survivors))",
            text: """
                breaks \(row.defect.breaks.joined(separator: ", ")) on \(row.defect.accessory), \(row.defect.mark)\(cause)
                rerun: assay selftest --defect \(row.defect.name)
                """
        )
    }
}

extension DefectMatrix.Row {
    /// Whether a finding on the broken requirement shows the defect.
    fileprivate var isKilled: Bool {
        if case .killed = fate { return true }
        return false
    }

    /// Whether the defect is killed, or survives as `survivors.yaml` says; one that breaks what no case proves does not count.
    fileprivate func isAsListed(_ survivors: [String: String]) -> Bool {
        fate == .unclaimed || isKilled == (survivors[defect.name] == nil)
    }

    /// The fate in one word.
    fileprivate var word: String {
        switch fate {
        case .killed: return "killed"
        case .killedElsewhere: return "killed-elsewhere"
        case .survived: return "survived"
        case .unclaimed: return "unclaimed"
        case .errored: return "errored"
        }
    }

    /// The cases that kill it.
    fileprivate var cases: [String] {
        if case .killed(let names) = fate { names } else { [] }
    }

    /// By what, or why not.
    fileprivate var details: String {
        switch fate {
        case .killed(let names), .killedElsewhere(let names):
            let further = names.count > 3 ? " and \(names.count - 3) more" : ""
            return "by \(names.prefix(3).joined(separator: ", "))\(further)"
        case .survived, .unclaimed: return "breaks \(defect.breaks.joined(separator: ", "))"
        case .errored(let reason): return reason
        }
    }

    /// The same, with the reason of one that is listed, and the cause that was named if it is not the right one.
    fileprivate func details(_ survivors: [String: String]) -> String {
        if let reason = survivors[defect.name] { return isKilled ? "killed, though listed: \(reason)" : reason }
        guard isKilled, !isCauseRight, let cause else { return details }
        return "\(details); likely cause named: \(cause.requirement)"
    }
}

extension ConformantRuns.Unstable {
    /// Both verdicts.
    fileprivate var why: String { "first \(first?.why ?? "absent"), then in round \(round) \(other?.why ?? "absent")" }
}

extension Verdict {
    /// The outcome, with the first finding or the reason behind it.
    fileprivate var why: String {
        let finding = findings.first.map { "\($0.requirement): expected \($0.expected); got \($0.got)" }
        return [outcome.rawValue, finding ?? reason].compactMap(\.self).joined(separator: ": ")
    }
}

extension String {
    /// The text with blanks behind it up to the width.
    fileprivate func padding(_ width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self
    }
}
