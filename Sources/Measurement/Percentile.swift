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

    /// How many times it takes until it is not just their maximum.
    package var fewest: Int {
        switch self {
        case .p50, .max: 1
        case .p90: 10
        case .p99: 100
        case .p999: 1000
        }
    }
}
