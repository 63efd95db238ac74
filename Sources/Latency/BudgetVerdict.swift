package import HAPModel
package import Measurement

/// Whether a measurement meets a budget.
package struct BudgetVerdict: Sendable, Hashable {
    package enum Outcome: String, Sendable, Hashable {
        case met
        /// The budget is violated, and a violation is a failure.
        case failed
        /// The budget is violated, but a violation is only a warning or the samples do not prove it.
        case warned
        /// The operation was not measured, or not often enough to meet the budget.
        case unmeasured
    }

    package var budget: LatencyBudget
    package var outcome: Outcome
    /// Whether a violation is proven: a repetition would violate the budget, too.
    package var isProven: Bool
    /// The measured percentile; `nil` if it was not measured.
    package var figure: LatencySummary.Figure?
    /// How many samples it rests on.
    package var count: Int

    /// Compares a budget with the figures of its operation.
    ///
    /// A measured percentile above the limit violates it. The violation is proven if the lower end of the confidence
    /// interval is above the limit, too; otherwise it is a warning, because a repetition may come out the other way.
    /// A maximum above the limit is a fact, so it is proven.
    /// - Parameter summary: `nil` if nothing was measured.
    package init(_ budget: LatencyBudget, _ summary: LatencySummary?) {
        self.init(budget, summary?[budget.percentile], count: summary?.count ?? 0)
    }

    /// Compares a budget with the measured percentile.
    ///
    /// - Parameters:
    ///   - measured: `nil` if nothing was measured.
    ///   - count: how many times were measured.
    package init(_ budget: LatencyBudget, _ measured: LatencySummary.Figure?, count: Int) {
        self.budget = budget
        self.count = count
        guard let measured else {
            (outcome, isProven) = (.unmeasured, false)
            return
        }
        figure = measured
        let isExceeded = measured.value > budget.limit
        isProven = isExceeded && (budget.percentile == .max || measured.low.map { $0 > budget.limit } ?? false)
        if count < budget.percentile.fewest, !isProven {
            // Of so few times the percentile is the maximum, and says nothing about the times that are rarer.
            outcome = .unmeasured
        } else {
            outcome = !isExceeded ? .met : isProven && budget.severity == .fail ? .failed : .warned
        }
    }

    /// What the times say, without what it counts as: `met`, `exceeded`, `exceeded-unproven` or `unmeasured`.
    package var fact: String {
        switch outcome {
        case .met: "met"
        case .failed, .warned: isProven ? "exceeded" : "exceeded-unproven"
        case .unmeasured: "unmeasured"
        }
    }

    /// For records and other programs; times in nanoseconds.
    package var json: JSON {
        [
            "budget": .string(budget.name), "limit": JSON(budget.limit.wholeNanoseconds),
            "severity": .string(budget.severity.rawValue), "outcome": .string(outcome.rawValue),
            "measured": figure.map { JSON($0.value.wholeNanoseconds) } ?? .null,
            "interval": [
                figure?.low.map { JSON($0.wholeNanoseconds) } ?? .null,
                figure?.high.map { JSON($0.wholeNanoseconds) } ?? .null,
            ],
            "count": JSON(count),
        ]
    }
}
