package import HAPModel
package import Latency

/// A measurement without cases, as its record holds it: what `assay measure` was asked for, and whether it got it.
package struct RecordedMeasurement: Sendable {
    /// The budgets beside the figures.
    package let budgets: [BudgetVerdict]
    /// Whether each operation that the user named was measured to its end; without names, each that the accessory has.
    package let isWhole: Bool

    /// The member of a header that tells such a record from that of a run.
    package static let key = "measures"

    /// The value of ``key``.
    package static func asked(_ budgets: [LatencyBudget], isNamed: Bool) -> JSON {
        ["budgets": .array(budgets.map(\.namedJSON)), "named": .bool(isNamed)]
    }

    /// - Parameters:
    ///   - events: the journal, starting with its header.
    ///   - times: what it measured.
    /// - Returns: `nil` for the journal of a run.
    package init?(_ events: [JournalEvent], _ times: MeasuredTimes) {
        guard let asked = events.first?[Self.key] else { return nil }
        let limits = (asked["budgets"]?.arrayValue ?? []).compactMap { LatencyBudget(json: $0) }
        budgets = limits.map { limit in
            times.series.first { $0.name == limit.series }?.verdict(on: limit) ?? BudgetVerdict(limit, nil)
        }
        let isNamed = asked["named"]?.boolValue == true
        isWhole =
            !times.series.isEmpty
            && times.series.allSatisfy { $0.failure == nil && $0.failed == nil && $0.unanswered == nil }
            && times.unmeasured.allSatisfy { $0.isSkipped && !isNamed }
    }
}
