import Latency
import MarkedYAML
import Measurement
import SuiteLanguage

extension AccessoryProfile {
    /// Limits of percentiles: `read.p99: 50ms`, or `event.p50: {limit: 200ms, severity: warn}`.
    static func budgets(_ node: YAMLNode, _ problems: inout YAMLProblems) -> [LatencyBudget] {
        guard let entries = node.entries else {
            problems.note(YAMLProblem(node.mark, "expected limits such as `read.p99: 50ms`"))
            return []
        }
        return entries.compactMap { entry in
            problems.attempt { _ throws(YAMLProblem) in try budget(entry.key, entry.keyMark, entry.value) }
        }
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
        return LatencyBudget(
            series: parts.series,
            percentile: parts.percentile,
            limit: try time(limit),
            severity: severity,
            place: "\(mark)"
        )
    }
}
