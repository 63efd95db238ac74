import HAPModel
import Latency
import Measurement
import SuiteLanguage

/// The arguments of `measure`.
struct MeasureArguments: VerbArguments {
    let operation: MeasuredOperation
    let plan: LoadPlan
    /// The characteristics to use; empty for a choice by the tester.
    let characteristics: [CharacteristicID]
    /// The limits, which the judge compares with the times.
    let budgets: [LatencyBudget]

    init(_ call: Call) throws(ArgumentError) {
        guard let operation = call.word("operation").flatMap(MeasuredOperation.init(rawValue:)) else {
            throw ArgumentError(reason: "unknown operation `\(call["operation"]?.serialized() ?? "")`")
        }
        self.operation = operation
        characteristics = call.characteristics("of")
        plan = LoadPlan(
            count: call.number("count").map { Int(clamping: $0) } ?? operation.usualCount,
            duration: call.duration("for") ?? MeasuredOperation.mostInSuites,
            rate: call.number("rate").map(Double.init),
            sessions: call.number("sessions").map { Int(clamping: $0) } ?? 1,
            warmUp: call.number("warm-up").map { Int(clamping: $0) }
        )
        budgets = (call["budget"]?.objectValue?.members ?? []).compactMap { member in
            guard let limit = member.value.stringValue.flatMap({ Duration(suite: $0) }),
                let parts = try? LatencyBudget.parts(of: "\(operation.rawValue).\(member.key)")
            else { return nil }
            return LatencyBudget(series: parts.series, percentile: parts.percentile, limit: limit)
        }
    }

    /// How long to wait for each response: long enough to see by how much a late one exceeds its limit.
    func patience(_ usual: Duration) -> Duration {
        max(usual, (budgets.map(\.limit).max() ?? .zero) * 2)
    }
}
