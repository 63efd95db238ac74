package import HAPModel
package import Latency
import Measurement
import SuiteLanguage

/// The observation of a step that measures an operation.
package struct MeasurementObservation: Sendable {
    private let operation: MeasuredOperation
    private let series: [MeasuredSeries]
    private let evidence: [UInt64]

    /// - Parameters:
    ///   - series: the times of the operation, or of each of its messages; at least one has times.
    ///   - evidence: the numbers of the events that hold all times.
    package init(_ operation: MeasuredOperation, _ series: [MeasuredSeries], evidence: [UInt64]) {
        self.operation = operation
        self.series = series
        self.evidence = evidence
    }

    /// The observation for the judge.
    package var json: JSON {
        var times = JSONObject()
        for one in series {
            guard let summary = one.summary else { continue }
            guard series.count > 1 || !operation.messages.isEmpty else {
                times = Self.figures(summary)
                continue
            }
            times[String(one.name.dropFirst(operation.rawValue.count + 1))] = .object(Self.figures(summary))
        }
        var object = JSONObject([
            "kind": "measurement", "operation": .string(operation.rawValue),
            "count": JSON(series.map(\.samples.count).min() ?? 0), "times": .object(times),
        ])
        if let origin = series.first?.origin { object["stamps"] = .string(origin) }
        if let network = series.compactMap(\.network).min() { object["network-ns"] = JSON(network.wholeNanoseconds) }
        if series.contains(where: \.containsRelay) { object["contains-relay"] = true }
        if let failure = series.compactMap(\.failure).first { object["ended"] = .string(failure) }
        let unanswered = series.map(\.unanswered).reduce(0, +)
        if unanswered > 0 { object["unanswered"] = JSON(unanswered) }
        let budgets = series.flatMap(\.budgets).filter { $0.place != nil }
        if !budgets.isEmpty { object["budgets"] = .array(budgets.map(json)) }
        object["evidence"] = .array(evidence.map { .number(JSONNumber($0)) })
        object["summary"] = .string(summary)
        return .object(object)
    }

    /// A budget of the profile, with the name that its figure has in `times`.
    private func json(_ budget: LatencyBudget) -> JSON {
        let message = budget.series.dropFirst(operation.rawValue.count + 1)
        let figure = message.isEmpty ? budget.percentile.rawValue : "\(message).\(budget.percentile.rawValue)"
        return budget.namedJSON.with("figure", .string(figure))
    }

    private static func figures(_ summary: LatencySummary) -> JSONObject {
        var object = JSONObject()
        for percentile in Percentile.allCases {
            let figure = summary[percentile]
            var parts = JSONObject(["ns": JSON(figure.value.wholeNanoseconds), "count": JSON(summary.count)])
            if let low = figure.low { parts["low-ns"] = JSON(low.wholeNanoseconds) }
            if let high = figure.high { parts["high-ns"] = JSON(high.wholeNanoseconds) }
            object[percentile.rawValue] = .object(parts)
        }
        return object
    }

    /// `read, 100 times: p50 12.1 ms, p99 61.2 ms, max 80.0 ms; it ended early: no answer within 20 s`
    private var summary: String {
        let parts = series.compactMap { one -> String? in
            guard let summary = one.summary else { return nil }
            let figures = [Percentile.p50, .p99, .max].map { "\($0.rawValue) \(LatencyFigure.text(summary[$0].value))" }
            return "\(one.name), \(Spoken.count(summary.count, "time")): \(figures.joined(separator: ", "))"
        }
        let end = series.compactMap(\.failure).first.map { "; it ended early: \($0)" } ?? ""
        return parts.joined(separator: "; ") + end
    }
}
