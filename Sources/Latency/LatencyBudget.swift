import MarkedYAML
package import Measurement

/// A limit for one percentile of an operation: `read.p99=50ms`.
package struct LatencyBudget: Sendable, Hashable {
    /// What a violation counts as.
    package enum Severity: String, Sendable, Hashable, CaseIterable {
        case fail, warn
    }

    /// The name in the results: `read`, `pair-setup.m1`.
    package var series: String
    package var percentile: Percentile
    package var limit: Duration
    package var severity: Severity
    /// Where the profile has it: `accessory.yaml:12:3`; `nil` for a budget of a command or of a case.
    package var place: String?

    package init(
        series: String,
        percentile: Percentile,
        limit: Duration,
        severity: Severity = .fail,
        place: String? = nil
    ) {
        self.series = series
        self.percentile = percentile
        self.limit = limit
        self.severity = severity
        self.place = place
    }

    /// The operation that has to be measured for it.
    package var operation: MeasuredOperation? { MeasuredOperation(series: series) }

    /// The name of the budget without its limit: `read.p99`.
    package var name: String { "\(series).\(percentile.rawValue)" }

    /// What a budget limits, by its name.
    ///
    /// - Parameter name: `read.p99`.
    /// - Throws: ``LatencyBudgetError`` if the operation or the percentile does not exist, with near names.
    package static func parts(of name: String) throws(LatencyBudgetError) -> (series: String, percentile: Percentile) {
        // A percentile may have a dot itself, and so may an operation.
        let known = MeasuredOperation.allCases.flatMap(\.series)
        let series = known.filter { name.hasPrefix("\($0).") }.max { $0.count < $1.count }
        guard let series else {
            if known.contains(name) {
                let percentiles = Percentile.allCases.map { "\(name).\($0.rawValue)" }
                throw LatencyBudgetError(
                    "the budget `\(name)` names no percentile: write one of \(percentiles.joined(separator: ", "))"
                )
            }
            let asked = name.split(separator: ".").first.map(String.init) ?? name
            guard let operation = MeasuredOperation(rawValue: asked), operation.series.count > 1 else {
                let hint = NearNames(known).hint(for: asked)
                throw LatencyBudgetError("the budget `\(name)` is for an unknown operation `\(asked)`\(hint)")
            }
            throw LatencyBudgetError(
                "`\(asked)` is measured message by message; write one of \(operation.series.joined(separator: ", "))"
            )
        }
        let rest = String(name.dropFirst(series.count + 1))
        guard let percentile = Percentile(rawValue: rest) else {
            let hint = NearNames(Percentile.allCases.map(\.rawValue)).hint(for: rest)
            throw LatencyBudgetError("the budget `\(name)` has an unknown percentile `\(rest)`\(hint)")
        }
        return (series, percentile)
    }
}

/// A budget that cannot be used.
package struct LatencyBudgetError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
