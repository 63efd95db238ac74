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
        /// The budget cannot be judged.
        case unmeasured
    }

    /// Why a budget cannot be judged.
    package enum Obstacle: Sendable, Hashable {
        /// The operation was not measured.
        case nothing
        /// There are fewer times than ``Percentile/fewest``, and they do not prove a violation.
        case tooFew
        /// The measurement ended early, because the accessory did not do the operation; what was measured meets the limit.
        case endedEarly
        /// Operations that were due were not sent, because earlier ones were not answered yet; what was measured meets the limit.
        case leftOut
        /// The percentile is above the limit, but the times contain the way to a relay, which is not known.
        case relay
    }

    package var budget: LatencyBudget
    package var outcome: Outcome
    /// Why it is `unmeasured`; `nil` otherwise.
    package var obstacle: Obstacle?
    /// Whether a violation is proven: a repetition would violate the budget, too.
    package var isProven: Bool
    /// The measured percentile; `nil` if it was not measured.
    package var figure: LatencySummary.Figure?
    /// How many samples it rests on.
    package var count: Int
    /// How many operations beside them came to nothing, if they alone violate the budget; 0 otherwise.
    package var failed = 0

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
    ///   - failed: how many operations beside them the accessory did not do: they count as slower than any limit.
    ///   - containsRelay: whether the times contain the way to a relay, which makes them longer.
    ///   - endedEarly: whether the accessory did not do the operation as often as it was asked.
    ///   - leftOut: how many operations were due and were not sent.
    package init(
        _ budget: LatencyBudget,
        _ measured: LatencySummary.Figure?,
        count: Int,
        failed: Int = 0,
        containsRelay: Bool = false,
        endedEarly: Bool = false,
        leftOut: Int = 0
    ) {
        self.budget = budget
        self.count = count
        figure = measured
        let ranks = failed > 0 ? QuantileInterval(budget.percentile.quantile, of: count + failed) : nil
        let isBeyond = ranks.map { $0.rank > count } ?? false
        if isBeyond { self.failed = failed }
        let isTooSlow = measured.map { $0.value > budget.limit } ?? false
        let isExceeded = isTooSlow || isBeyond
        let isCertain =
            ranks?.low.map { $0 > count } ?? false
            || isTooSlow && (budget.percentile == .max || measured?.low.map { $0 > budget.limit } ?? false)
        if measured == nil {
            obstacle = .nothing
        } else if isTooSlow, !isBeyond, containsRelay {
            obstacle = .relay
        } else if endedEarly, !isExceeded {
            obstacle = .endedEarly
        } else if leftOut > 0, !isExceeded {
            obstacle = .leftOut
        } else if count + failed < budget.percentile.fewest, !isCertain {
            obstacle = .tooFew
        }
        if obstacle != nil {
            (outcome, isProven) = (.unmeasured, false)
        } else {
            isProven = isCertain
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
