import SuiteLanguage

/// The result of a selftest.
package struct SelftestOutcome: Sendable {
    /// Wall time of the start.
    let started: String
    let baseline: ConformantRuns.Outcome
    let rows: [DefectMatrix.Row]
    let twins: [TwinRuns.Row]
    /// Cases that kill no defect.
    let idle: [String]
    /// Defects that no case has to find, with the reasons.
    let survivors: [String: String]
    /// `nil` unless the user asked for it.
    let pruning: Pruning?
    /// `nil` unless the user asked for variants.
    let variants: VariantMatrix?
    /// The conformant simulators.
    let accessories: [String]

    /// - Parameters:
    /// - started: wall time of the start.
    ///   - baseline: the runs on conformant simulators.
    /// - rows: the result of each defect.
    ///   - twins: the result of each twin.
    ///   - idle: cases that kill no defect.
    /// - survivors: defects that no case has to find, with the reasons.
    /// - pruning: the proofs that no defect needs; `nil` unless the user asked for it.
    ///   - variants: the results of variants; `nil` unless the user asked for them.
    ///   - accessories: the names of the conformant simulators.
    package init(
        started: String,
        baseline: ConformantRuns.Outcome,
        rows: [DefectMatrix.Row],
        twins: [TwinRuns.Row],
        idle: [String],
        survivors: [String: String],
        pruning: Pruning?,
        variants: VariantMatrix?,
        accessories: [String]
    ) {
        self.started = started
        self.baseline = baseline
        self.rows = rows
        self.twins = twins
        self.idle = idle
        self.survivors = survivors
        self.pruning = pruning
        self.variants = variants
        self.accessories = accessories
    }

    /// Whether the suites give the expected verdicts on all simulators.
    package var isSound: Bool {
        baseline.falseAlarms.isEmpty && baseline.untagged.isEmpty
            && baseline.neverPassed.isEmpty && baseline.unstable.isEmpty && idle.isEmpty
            && rows.allSatisfy { $0.isAsListed(survivors) } && variants?.isAsListed != false
            && variants?.isEnough != false
            && twins.allSatisfy(\.isTolerated)
    }

    var killed: [DefectMatrix.Row] { rows.filter(\.isKilled) }
    var namedRight: Int { killed.count { $0.isCauseRight } }

    /// `120 of 120 twins tolerated, 30 of them with a warning`.
    var tolerance: String {
        let tolerated = twins.count(where: \.isTolerated)
        let warned = twins.count { $0.fate == .warned }
        return "\(tolerated) of \(twins.count) twins tolerated, \(warned) of them with a warning"
    }

    /// `the likely cause is correct for 90 of 100 killed defects (90 %)`.
    var causes: String {
        "the likely cause is correct for \(namedRight) of \(Spoken.count(killed.count, "killed defect"))"
            + (killed.isEmpty ? "" : " (\(100 * namedRight / killed.count) %)")
    }
}
