package import Regression

extension ExitStatus {
    /// The status of a comparison: the numbers of a run with a baseline, where the old runs are the baseline. What was fixed
    /// does not stop a gate, so it gives 0. Differences of the accessory and of durations give no status, and measured times only
    /// if they count; but an operation that was lost is like a lost case.
    package init(_ comparison: RunComparison, failsOnWarning: Bool) {
        let kinds = Set(comparison.verdicts.map(\.kind))
        if kinds.contains(.new) || failsOnWarning && kinds.contains(.warned) {
            self = .newFailure
        } else if kinds.contains(.changed) {
            self = .changedFailure
        } else if kinds.contains(.newlySkipped) {
            self = .newlySkipped
        } else if comparison.countsSlower, !comparison.measured.slower.isEmpty {
            self = comparison.measured.provenSlower.isEmpty ? .unjudged : .broken
        } else {
            self = kinds.contains(.lost) || !comparison.measured.lost.isEmpty ? .unjudged : .conformant
        }
    }
}
