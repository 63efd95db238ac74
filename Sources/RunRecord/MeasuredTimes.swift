package import Latency

/// The times that a run or a measurement recorded.
package struct MeasuredTimes: Sendable {
    /// The operations in the order of the record. Of an instance that was repeated, the second attempt counts.
    package let series: [RecordedSeries]
    /// The operations without any time, and why.
    package let unmeasured: [UnmeasuredOperation]
    /// What the tester itself added; `nil` if it was not measured.
    package let overhead: RecordedOverhead?

    package init(_ events: [JournalEvent]) {
        var series: [RecordedSeries] = []
        var places: [String: Int] = [:]
        var unmeasured: [UnmeasuredOperation] = []
        var overhead: RecordedOverhead?
        for event in events where event.kind == .measurement {
            overhead = RecordedOverhead(event.body) ?? overhead
            if let none = UnmeasuredOperation(event) { unmeasured.append(none) }
            guard let one = RecordedSeries(event.body, instance: event.instance) else { continue }
            let place = "\(event.instance ?? "")\n\(event.step ?? "")\n\(one.name)"
            if let index = places[place] {
                series[index] = one
            } else {
                places[place] = series.count
                series.append(one)
            }
        }
        self.series = series
        self.unmeasured = unmeasured
        self.overhead = overhead
    }
}
