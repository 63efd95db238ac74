import HAPModel
import Latency
import Measurement
import SuiteLanguage

/// Budgets of measured times.
extension Evaluator {
    /// A limit of a budget beside the figure that was measured.
    private struct LimitedFigure {
        /// `p99`, `m1.max`
        let name: String
        let nanoseconds: Int64
        /// The ends of the 95 % interval; `nil` if there are too few times for one.
        let low: Int64?
        let high: Int64?
        let limit: Int64
        /// How many times it is of. Records of older versions have it only once, for all messages of the operation.
        let count: Int

        /// - Returns: `nil` if the figure was not measured, or if the limit is malformed.
        init?(_ limit: JSONObject.Member, in observation: some PathReadable) {
            guard let figure = observation.value(at: "times.\(limit.key)"),
                let nanoseconds = figure["ns"]?.int64Value,
                let time = limit.value.stringValue.flatMap({ Duration(suite: $0) })
            else { return nil }
            name = limit.key
            self.nanoseconds = nanoseconds
            low = figure["low-ns"]?.int64Value
            high = figure["high-ns"]?.int64Value
            self.limit = time.wholeNanoseconds
            count = Int(clamping: (figure["count"] ?? observation.value(at: "count"))?.int64Value ?? 0)
        }

        var isWithin: Bool { nanoseconds <= limit }

        /// Whether another measurement may come out the other way. A maximum is a fact.
        var isUnsure: Bool { !isWithin && !name.hasSuffix("max") && (low ?? 0) <= limit }

        /// Whether even the lower end of the interval is above the limit.
        var isProvenExceeded: Bool { !isWithin && !isUnsure }

        /// See ``Percentile/fewest``. The percentiles of a message have its name before them: `m1.p50`.
        var fewest: Int { Percentile.allCases.first { name.hasSuffix($0.rawValue) }?.fewest ?? 1 }

        /// `p99 is 61.2 ms (95 %: 58.1 ms to 70.0 ms)`
        var words: String {
            let figure = "\(name) is \(LatencyFigure.text(.nanoseconds(nanoseconds)))"
            guard let low, let high, !name.hasSuffix("max") else { return figure }
            let interval = [low, high].map { LatencyFigure.text(.nanoseconds($0)) }.joined(separator: " to ")
            return "\(figure) (95 %: \(interval))"
        }
    }

    private static func figures(_ argument: JSON, in observation: some PathReadable) -> [LimitedFigure?] {
        (argument.objectValue?.members ?? []).map { LimitedFigure($0, in: observation) }
    }

    /// Whether each percentile is within its limit.
    static func meetsBudget(_ argument: JSON, of observation: some PathReadable) -> Bool {
        let figures = figures(argument, in: observation)
        return !figures.isEmpty && figures.allSatisfy { $0?.isWithin ?? false }
    }

    /// Whether the times do not prove the violation of the budget.
    static func isBudgetUnsure(_ argument: JSON, of observation: some PathReadable) -> Bool {
        let figures = figures(argument, in: observation)
        return !figures.isEmpty && figures.allSatisfy { $0.map { $0.isWithin || $0.isUnsure } ?? false }
    }

    /// Why the times say nothing about a percentile of the budget: there are too few of them, or it is above its limit with the way to a
    /// relay. `nil` if they say something about each, or prove that one is exceeded.
    static func budgetObstacle(_ argument: JSON, of observation: some PathReadable) -> String? {
        let figures = figures(argument, in: observation).compactMap { $0 }
        if observation.value(at: "contains-relay") == true, let figure = figures.first(where: { !$0.isWithin }) {
            return "\(figure.words), which contains the way to the relay, and that is not known"
        }
        if figures.contains(where: \.isProvenExceeded) { return nil }
        return figures.first { $0.count < $0.fewest }.map {
            "\($0.name) needs at least \($0.fewest) times; the measurement has \($0.count)"
        }
    }

    /// The percentiles that are not within their limits.
    static func exceeded(_ argument: JSON, of observation: some PathReadable) -> [String] {
        (argument.objectValue?.members ?? []).filter { !(LimitedFigure($0, in: observation)?.isWithin ?? false) }.map(
            \.key
        )
    }

    /// The figures of a budget in words.
    static func budgetWords(_ argument: JSON, of observation: some PathReadable) -> String {
        figures(argument, in: observation).compactMap { $0?.words }.joined(separator: ", ")
    }
}
