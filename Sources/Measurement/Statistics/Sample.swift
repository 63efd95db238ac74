/// Measured values of one operation, such as durations in nanoseconds.
package struct Sample: Sendable, Hashable {
    /// The values in ascending order.
    package let sorted: [Double]

    /// - Parameter values: finite numbers in any order.
    package init(_ values: some Sequence<Double>) {
        sorted = values.filter(\.isFinite).sorted()
    }

    package var count: Int { sorted.count }

    /// The value below which a share of all values lies, by linear interpolation between the two nearest values.
    ///
    /// - Parameter share: from 0 to 1; 0.5 gives the median.
    /// - Returns: `nil` without values.
    package func quantile(_ share: Double) -> Double? {
        guard let last = sorted.indices.last else { return nil }
        let place = max(0, min(1, share)) * Double(last)
        let low = Int(place)
        let high = min(low + 1, last)
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }

    package var median: Double? { quantile(0.5) }
}
