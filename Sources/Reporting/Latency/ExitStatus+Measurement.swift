import Latency
package import RunRecord

extension ExitStatus {
    /// The status of a measurement without cases: 1 if a budget is violated; 5 if an operation came to nothing or ended early, or if a
    /// budget could not be judged.
    package init(_ measurement: RecordedMeasurement, end: RunEnd) {
        switch end.reason {
        case .fault: self = .fault
        case .unreachable, .wrongSetupCode: self = .unreachable
        case .usage, .nothingSelected: self = .usage
        case .completed, .leftBehind, .interrupted:
            let outcomes = measurement.budgets.map(\.outcome)
            if outcomes.contains(.failed) {
                self = .broken
            } else if outcomes.contains(.unmeasured) || !measurement.isWhole || end.reason != .completed {
                self = .unjudged
            } else {
                self = .conformant
            }
        }
    }

    /// The status of a measurement in words; `nil` if those of a run fit.
    func measurementMeaning(_ measurement: RecordedMeasurement, _ end: RunEnd) -> String? {
        switch self {
        case .conformant where measurement.budgets.contains { $0.outcome == .warned }:
            "all that applies here was measured; a budget is exceeded, which is a warning"
        case .conformant where measurement.budgets.isEmpty: "all that applies here was measured"
        case .conformant: "all that applies here was measured, and each budget is met"
        case .broken: "a budget is violated"
        case .unjudged where end.reason == .interrupted: "the measurement was interrupted"
        case .unjudged where end.reason == .leftBehind: "something could not be restored"
        case .unjudged:
            "an operation could not be measured, came to nothing or ended early, or a budget could not be judged"
        case .unreachable where end.reason == .wrongSetupCode: "the setup code is wrong"
        case .unreachable: "the accessory cannot be reached"
        default: nil
        }
    }

    /// The result of a measurement in two words at most.
    var measurementHeadline: CleanText {
        switch self {
        case .conformant: "Measured"
        case .broken: "Too slow"
        case .unjudged: "Incomplete"
        default: headline
        }
    }
}
