import Latency
import MarkedYAML
import Measurement
import SuiteLanguage

extension AccessoryProfile {
    /// Limits of percentiles: `read.p99: 50ms`, or `event.p50: {limit: 200ms, severity: warn}`.
    static func budgets(_ node: YAMLNode) throws(YAMLProblem) -> [LatencyBudget] {
        guard let entries = node.entries else {
            throw YAMLProblem(node.mark, "expected limits such as `read.p99: 50ms`")
        }
        var budgets: [LatencyBudget] = []
        for entry in entries { budgets.append(try budget(entry.key, entry.keyMark, entry.value)) }
        return budgets
    }

    private static func budget(
        _ name: String,
        _ mark: SourceMark,
        _ node: YAMLNode
    ) throws(YAMLProblem) -> LatencyBudget {
        let parts: (series: String, percentile: Percentile)
        do throws(LatencyBudgetError) {
            parts = try LatencyBudget.parts(of: name)
        } catch {
            throw YAMLProblem(mark, error.description)
        }
        var severity = LatencyBudget.Severity.fail
        var limit = node
        if node.entries != nil {
            let mapping = try node.mapping(allowing: ["limit", "severity"])
            limit = try mapping.required("limit")
            if let node = mapping["severity"] {
                severity = try node.word(of: ["fail", "warn"]) == "warn" ? .warn : .fail
            }
        }
        let duration = try Duration(limit)
        guard duration > .zero else { throw YAMLProblem(limit.mark, "expected a time greater than 0") }
        return LatencyBudget(
            series: parts.series,
            percentile: parts.percentile,
            limit: duration,
            severity: severity,
            place: "\(mark)"
        )
    }
}
