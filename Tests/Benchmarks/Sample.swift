import HAPModel
import Measurement

/// Durations of one operation, in milliseconds.
struct Sample {
    private(set) var values: [Double] = []

    var count: Int { values.count }

    mutating func add(_ duration: Duration) {
        values.append(duration.inSeconds * 1000)
    }

    /// The value below which this share of them is; 0 for an empty sample.
    func quantile(_ part: Double) -> Double {
        let sorted = values.sorted()
        guard let last = sorted.last else { return 0 }
        let index = Int(part * Double(sorted.count))
        return index < sorted.count ? sorted[index] : last
    }

    /// How many of them, one after the other, fit into a second.
    var perSecond: Double {
        let total = values.reduce(0, +)
        return total > 0 ? 1000 * Double(count) / total : 0
    }

    var figures: JSON {
        [
            "count": JSON(count),
            "median": .rounded(quantile(0.5)),
            "p99": .rounded(quantile(0.99)),
            "max": .rounded(quantile(1)),
        ]
    }
}

extension JSON {
    /// A figure with three decimals.
    static func rounded(_ value: Double) -> JSON {
        JSONNumber((value * 1000).rounded() / 1000).map(JSON.number) ?? .null
    }
}

extension Duration {
    /// The duration in seconds, for people.
    var inSeconds: Double { Double(wholeNanoseconds) / 1_000_000_000 }
}
