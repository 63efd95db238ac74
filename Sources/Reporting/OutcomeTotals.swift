package import Judge

/// The number of instances with each outcome.
package struct OutcomeTotals: Sendable, Hashable {
    private var counts: [Verdict.Outcome: Int] = [:]

    package init(_ outcomes: some Sequence<Verdict.Outcome>) {
        for outcome in outcomes { counts[outcome, default: 0] += 1 }
    }

    package subscript(outcome: Verdict.Outcome) -> Int { counts[outcome] ?? 0 }

    /// All instances.
    package var all: Int { counts.values.reduce(0, +) }

    /// `40 passed, 2 failed, 12 skipped`: all counts above zero, in the order of ``Verdict/Outcome``.
    package var text: String {
        let parts = Verdict.Outcome.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.rawValue)" }
        return parts.isEmpty ? "nothing ran" : parts.joined(separator: ", ")
    }
}
