package import HAPController
package import Latency

/// What a visit measures.
package struct LatencyRequest: Sendable {
    package var operations: [MeasuredOperation]
    /// Whether the user named the operations, so that each of them must be measured.
    package var isNamed = false
    package var plan: LoadPlan
    /// The names of the characteristics to use: ids or stable names; empty for a choice by the tester.
    package var characteristics: [String]
    /// The limits of what is measured.
    package var budgets: [LatencyBudget]
    /// Gives the moments their origin; its transport is that of the visit.
    package var measuring: MeasuringTransport

    package init(
        operations: [MeasuredOperation],
        plan: LoadPlan,
        characteristics: [String] = [],
        budgets: [LatencyBudget] = [],
        measuring: MeasuringTransport
    ) {
        self.operations = operations
        self.plan = plan
        self.characteristics = characteristics
        self.budgets = budgets
        self.measuring = measuring
    }
}

/// What happens during a measurement.
package enum LatencyProgress: Sendable {
    /// An operation begins; the number of its times to come is an estimate.
    case began(MeasuredOperation, count: Int)
    case sample(LatencySample, series: String)
    case measured(MeasuredSeries)
    /// The operation is not possible with this accessory; the reason in words.
    case skipped(MeasuredOperation, reason: String)
}
