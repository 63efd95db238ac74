package import HAPModel
import Measurement

/// What the tester itself adds to each time, as a record holds it: what `TesterOverhead` wrote.
package struct RecordedOverhead: Sendable, Hashable {
    /// The median of plain echoes.
    package let floor: Duration
    /// The 99th percentile of plain echoes.
    package let floorP99: Duration
    /// How far the tester's median is above that; negative where the kernel's stamps leave out the waking of the program.
    package let median: Duration
    package let p99: Duration
    /// Where the tester's moments come from.
    package let stamps: String
    /// How many plain echoes were measured.
    package let count: Int

    /// - Returns: `nil` if the body does not hold it.
    package init?(_ body: JSON) {
        let tester = body["tester"]
        guard let floor = tester?["plain-echo"]?["p50"]?.int64Value,
            let tail = tester?["plain-echo"]?["p99"]?.int64Value,
            let median = tester?["median-overhead"]?.int64Value, let p99 = tester?["p99-overhead"]?.int64Value
        else { return nil }
        self.floor = .nanoseconds(floor)
        floorP99 = .nanoseconds(tail)
        self.median = .nanoseconds(median)
        self.p99 = .nanoseconds(p99)
        stamps = tester?["stamps"]?.stringValue ?? ""
        count = Int(clamping: tester?["count"]?.int64Value ?? 0)
    }

    /// In nanoseconds.
    package var json: JSON {
        [
            "floor-p50": JSON(floor.wholeNanoseconds), "floor-p99": JSON(floorP99.wholeNanoseconds),
            "overhead-p50": JSON(median.wholeNanoseconds), "overhead-p99": JSON(p99.wholeNanoseconds),
            "stamps": .string(stamps), "count": JSON(count),
        ]
    }
}
