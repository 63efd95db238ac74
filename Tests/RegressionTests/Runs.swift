import HAPModel
import Judge
import RunRecord
import SuiteLanguage

@testable import Regression

/// Runs with chosen verdicts.
enum Runs {
    /// A run; what is not given is the same in each.
    static func run(
        _ path: String = "Reports/a",
        _ verdicts: [Verdict] = [verdict("write.one[over=ip]", .passed)],
        model: String = "Lightbulb 1",
        end: RunEnd = .completed,
        isDamaged: Bool = false,
        snapshots: [String: JSON] = [:],
        durations: [OperationDuration] = [],
        suites: [String: String] = ["write.yaml": "one"],
        demands: [String: ComparedRun.Demand] = [:],
        started: String = "2026-11-25T00:00:00Z"
    ) -> ComparedRun {
        var accessory = AccessoryRecord(places: [])
        (accessory.manufacturer, accessory.model, accessory.category) = ("Assay", model, 5)
        return ComparedRun(
            path: path,
            started: started,
            tool: "assay 0.2.0",
            accessory: accessory,
            end: end,
            isDamaged: isDamaged,
            verdicts: verdicts,
            titles: [:],
            snapshots: snapshots,
            durations: durations,
            suites: suites,
            demands: demands
        )
    }

    /// A side of these runs.
    static func side(_ runs: ComparedRun...) throws -> RunSet {
        guard let set = RunSet(name: runs[0].path, runs) else { throw RecordError("no runs") }
        return set
    }

    /// A verdict; a failure or warning has a finding with this manner.
    static func verdict(_ name: String, _ outcome: Verdict.Outcome, _ manner: String = "http 204") -> Verdict {
        let finding = Finding(
            requirement: "HAP-WRITE-018",
            severity: outcome == .warned ? .warned : .failed,
            step: "1",
            expected: "a refusal",
            got: "HTTP 204",
            manner: manner,
            evidence: []
        )
        return Verdict(
            instance: name,
            caseID: String(name.prefix { $0 != "[" }),
            outcome: outcome,
            reason: outcome == .skipped ? "not there" : nil,
            findings: [.failed, .warned].contains(outcome) ? [finding] : []
        )
    }
}
