package import Gate
package import Judge
package import RunRecord
package import SuiteLanguage

/// The exit status of the process: a pure function of the verdicts and of how the run ended.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// No mandatory requirement failed, and everything that applies could be judged.
    case conformant = 0
    /// A mandatory requirement failed.
    case broken = 1
    /// Wrong usage, an invalid suite, or nothing selected.
    case usage = 2
    /// The accessory cannot be reached, or the setup code is wrong.
    case unreachable = 3
    /// Assay itself failed.
    case fault = 4
    /// No mandatory requirement failed, but a selected case could not be judged, or no selected case applies.
    case unjudged = 5
    /// An instance fails that the baseline does not list.
    case newFailure = 6
    /// A known failure fails in another way.
    case changedFailure = 7
    /// The time of a known failure is over.
    case expiredFailure = 8
    /// An instance is skipped that the baseline does not list as skipped.
    case newlySkipped = 9
    /// A known failure no longer fails, and the baseline still lists it.
    case fixedFailure = 10

    /// The status of a run. If several apply, 4 comes before 3, 3 before 1, and 1 before 5. With a baseline, failures
    /// have the statuses 6 to 10 instead of 1; the lowest of them comes before 5.
    ///
    /// A violation or an open question in a `compatibility` case never counts, because it says nothing about
    /// conformance. An error of the tester counts in every case. A run in which everything was skipped has judged
    /// nothing, so it does not pass.
    ///
    /// - Parameters:
    ///   - verdicts: the outcomes of the instances, each with the class of its case.
    ///   - end: how the run ended.
    ///   - failsOnWarning: whether a violated recommendation counts like a violated requirement.
    ///   - gate: the comparison with a baseline.
    package init(
        _ verdicts: some Sequence<(Case.Class, Verdict.Outcome)>,
        end: RunEnd,
        failsOnWarning: Bool = false,
        gate: Gate? = nil
    ) {
        let all = Array(verdicts)
        let counted = all.filter { $0.0 == .conformance }.map(\.1)
        if end.reason == .fault || all.contains(where: { $0.1 == .errored }) {
            self = .fault
        } else if end.reason == .unreachable || end.reason == .wrongSetupCode {
            self = .unreachable
        } else if end.reason == .usage || end.reason == .nothingSelected {
            self = .usage
        } else if let departure = gate?.departures.first {
            self.init(departure.kind)
        } else if gate == nil && (counted.contains(.failed) || failsOnWarning && counted.contains(.warned)) {
            self = .broken
        } else if end.reason == .interrupted || end.reason == .leftBehind || counted.contains(.inconclusive) {
            self = .unjudged
        } else if all.isEmpty {
            self = .usage
        } else {
            self = all.allSatisfy { $0.1 == .skipped } ? .unjudged : .conformant
        }
    }

    /// The status of a departure from a baseline.
    private init(_ kind: Departure.Kind) {
        switch kind {
        case .new: self = .newFailure
        case .changed: self = .changedFailure
        case .expired: self = .expiredFailure
        case .newlySkipped: self = .newlySkipped
        case .fixed: self = .fixedFailure
        }
    }

    /// The status in words.
    package var meaning: String {
        switch self {
        case .conformant: "no mandatory requirement failed"
        case .broken: "a mandatory requirement failed"
        case .usage: "wrong usage, an invalid suite, or nothing selected"
        case .unreachable: "the accessory cannot be reached, or the setup code is wrong"
        case .fault: "Assay itself failed"
        case .unjudged:
            "no mandatory requirement failed, but a selected case could not be judged, or no selected case applies"
        case .newFailure: "a case fails that the baseline does not list"
        case .changedFailure: "a known failure fails in another way than the baseline lists"
        case .expiredFailure: "the entry of a known failure has expired"
        case .newlySkipped: "a case is skipped or missing that the baseline does not list"
        case .fixedFailure: "a known failure no longer fails; update the baseline"
        }
    }
}
