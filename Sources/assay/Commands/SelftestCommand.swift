import ArgumentParser
import HAPAccessory
import HAPModel
import Judge
import Reporting
import SelfTest
import SuiteLanguage

/// `assay selftest`: tests the tester.
struct SelftestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "selftest",
        abstract: "Tests the suites: conformant simulators must pass, and every defect must be found.",
        discussion: """
            Exit status: 0 no false alarm, and every defect is found or listed in Suites/survivors.yaml; 2 wrong usage, a \
            broken suite, or nothing selected; 4 anything else.

            Example: assay selftest --defect parallel-pair-setup
            """
    )

    @OptionGroup var selection: SelectionOptions

    @Option(name: .long, help: "Only this defect, or a pattern over defects.")
    var defect: [String] = []

    @Flag(name: .long, help: "Only the conformant simulators, without any defect.")
    var conformant = false

    @Option(name: .long, help: "How often the conformant simulators run; every round has another order.")
    var rounds = 1

    @Flag(name: .long, help: "Runs the conformant simulators once more, over loopback sockets in real time.")
    var sockets = false

    @Flag(name: .long, help: "Prints one JSON document instead of a table.")
    var json = false

    func validate() throws {
        guard rounds >= 1 else { throw ValidationError("--rounds is 1 or more, not \(rounds)") }
        guard !conformant || defect.isEmpty else {
            throw ValidationError("--conformant and --defect exclude each other")
        }
    }

    func run() async throws {
        let suites = try LoadedSuites.load()
        let simulators = try suites.simulators()
        _ = try selection.cases(in: suites)
        let defects = try conformant ? [] : defects(in: simulators)
        let matrix = DefectMatrix(
            library: suites.library,
            simulators: simulators,
            selection: selection.selection
        )
        let runs = ConformantRuns(library: suites.library, simulators: simulators, selection: selection.selection)
        let baseline = try await runs.perform(rounds: rounds, overSockets: sockets)
        let rows = await matrix.rows(defects)
        // Only all defects together tell of a case that it kills none.
        let idle = conformant || !defect.isEmpty ? [] : matrix.idleCases(rows)
        print(json ? report(baseline, rows, idle).pretty() : table(baseline, rows, idle, simulators.survivors))
        let isSound =
            baseline.falseAlarms.isEmpty && baseline.neverPassed.isEmpty && baseline.unstable.isEmpty && idle.isEmpty
            && rows.allSatisfy { $0.isAsListed(simulators.survivors) }
        throw ExitCode(isSound ? .conformant : .fault)
    }

    /// The defects that are asked for: all, or those that fit one of the patterns.
    ///
    /// - Throws: an exit with status 2 if a pattern fits none.
    private func defects(in simulators: SimulatorLibrary) throws -> [Defect] {
        let patterns = defect.map { Selection(patterns: [$0]) }
        for (pattern, text) in zip(patterns, defect) {
            guard simulators.defects.contains(where: { pattern.selects(instance: $0.name) }) else {
                Terminal.complain("no defect fits --defect \(text); `assay suites defects` lists them")
                throw ExitCode(.usage)
            }
        }
        guard !patterns.isEmpty else { return simulators.defects }
        return simulators.defects.filter { item in patterns.contains { $0.selects(instance: item.name) } }
    }

    private func table(
        _ baseline: ConformantRuns.Outcome,
        _ rows: [DefectMatrix.Row],
        _ idle: [String],
        _ survivors: [String: String]
    ) -> String {
        var lines = [
            "conformant simulators: \(baseline.passes) passes, \(baseline.falseAlarms.count) false alarms, "
                + "\(baseline.rounds) rounds; at most \(baseline.ownPairSetups) pair-setups of the tester's own"
        ]
        for alarm in baseline.falseAlarms {
            lines.append("  \(alarm.verdict.why) on \(alarm.accessory): \(alarm.verdict.instance)")
        }
        for item in baseline.unstable {
            lines.append("  unstable on \(item.accessory): \(item.instance)")
            let (first, other) = (item.first?.why ?? "absent", item.other?.why ?? "absent")
            lines.append("    first \(first), then in round \(item.round) \(other)")
        }
        for id in baseline.neverPassed { lines.append("  passes nowhere: \(id)") }
        for row in rows where row.fate != .unclaimed {
            let details =
                survivors[row.defect.name].map { row.isKilled ? "killed, though listed: \($0)" : $0 } ?? row.details
            lines.append("\(row.word.padding(16)) \(row.defect.name.padding(44)) \(details)")
        }
        for id in idle { lines.append("kills no defect: \(id)") }
        let killed = rows.count { $0.isKilled }
        let unclaimed = rows.count { $0.fate == .unclaimed }
        lines.append(
            "\(killed) of \(rows.count - unclaimed) defects killed; \(unclaimed) more break what no case proves yet"
        )
        return lines.joined(separator: "\n")
    }

    private func report(_ baseline: ConformantRuns.Outcome, _ rows: [DefectMatrix.Row], _ idle: [String]) -> JSON {
        [
            "passes": JSON(baseline.passes), "own-pair-setups": JSON(baseline.ownPairSetups),
            "false-alarms": .array(
                baseline.falseAlarms.map {
                    ["accessory": .string($0.accessory), "instance": .string($0.verdict.instance)]
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
            "defects": .array(
                rows.map {
                    [
                        "defect": .string($0.defect.name), "fate": .string($0.word), "details": .string($0.details),
                        "cases": .array($0.cases.map { .string($0) }),
                    ]
                }
            ),
        ]
    }
}

extension DefectMatrix.Row {
    /// Whether a finding on the broken requirement shows the defect.
    var isKilled: Bool {
        if case .killed = fate { return true }
        return false
    }

    /// Whether the defect is killed, or survives as `survivors.yaml` says; one that breaks what no case proves does not count.
    func isAsListed(_ survivors: [String: String]) -> Bool {
        fate == .unclaimed || isKilled == (survivors[defect.name] == nil)
    }

    /// The fate in one word.
    var word: String {
        switch fate {
        case .killed: return "killed"
        case .killedElsewhere: return "killed-elsewhere"
        case .survived: return "survived"
        case .unclaimed: return "unclaimed"
        case .errored: return "errored"
        }
    }

    /// The cases that kill it.
    var cases: [String] {
        if case .killed(let names) = fate { names } else { [] }
    }

    /// By what, or why not.
    var details: String {
        switch fate {
        case .killed(let names), .killedElsewhere(let names):
            let further = names.count > 3 ? " and \(names.count - 3) more" : ""
            return "by \(names.prefix(3).joined(separator: ", "))\(further)"
        case .survived, .unclaimed: return "breaks \(defect.breaks.joined(separator: ", "))"
        case .errored(let reason): return reason
        }
    }
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
