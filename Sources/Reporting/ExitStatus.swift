package import Judge
package import RunRecord
package import SuiteLanguage

/// What the process says to whoever started it: a pure function of the verdicts and of how the run ended.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    /// No must is broken and everything that applies could be judged.
    case conformant = 0
    /// A must is broken.
    case broken = 1
    /// Wrong usage, a broken suite, or nothing selected.
    case usage = 2
    /// The accessory cannot be reached, or the setup code is wrong.
    case unreachable = 3
    /// The tester's own fault.
    case fault = 4
    /// No must is broken, but something that was selected could not be judged.
    case unjudged = 5

    /// The status of a run; where several hold, 4 comes before 3, 3 before 1 and 1 before 5.
    ///
    /// What a `compatibility` case finds, or cannot find, never counts: it says nothing about conformance. If the tester
    /// itself fails in one, that counts. A run in which everything was skipped has judged nothing, so it is no pass.
    ///
    /// - Parameter verdicts: what the instances came to, each with its case's class.
    package init(_ verdicts: some Sequence<(Case.Class, Verdict.Outcome)>, end: RunEnd) {
        let all = Array(verdicts)
        let counted = all.filter { $0.0 == .conformance }.map(\.1)
        if end.reason == .fault || all.contains(where: { $0.1 == .errored }) {
            self = .fault
        } else if end.reason == .unreachable || end.reason == .wrongSetupCode {
            self = .unreachable
        } else if end.reason == .usage || end.reason == .nothingSelected {
            self = .usage
        } else if counted.contains(.failed) {
            self = .broken
        } else if end.reason == .interrupted || end.reason == .leftBehind || counted.contains(.inconclusive) {
            self = .unjudged
        } else if all.isEmpty {
            self = .usage
        } else {
            self = all.allSatisfy { $0.1 == .skipped } ? .unjudged : .conformant
        }
    }

    /// The status in words.
    package var meaning: String {
        switch self {
        case .conformant: "no requirement that binds is broken"
        case .broken: "a requirement that binds is broken"
        case .usage: "wrong usage, a broken suite, or nothing selected"
        case .unreachable: "the accessory cannot be reached, or the setup code is wrong"
        case .fault: "the tester itself failed"
        case .unjudged: "nothing that binds is broken, but something selected could not be judged"
        }
    }
}
