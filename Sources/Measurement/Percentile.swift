/// The percentiles that measurements report and budgets limit.
package enum Percentile: String, Sendable, Hashable, CaseIterable {
    case p50, p90, p99
    case p999 = "p99.9"
    case max

    /// The share of samples that it is not exceeded by.
    package var quantile: Double {
        switch self {
        case .p50: 0.5
        case .p90: 0.9
        case .p99: 0.99
        case .p999: 0.999
        case .max: 1
        }
    }

    /// The least number of times by which it is judged. From 6 on, the 95 % interval of p50 has both ends; p90, p99 and p99.9 need so
    /// many that they differ from the maximum. The maximum itself is a fact.
    package var fewest: Int {
        switch self {
        case .max: 1
        case .p50: 6
        case .p90: 10
        case .p99: 100
        case .p999: 1000
        }
    }
}
