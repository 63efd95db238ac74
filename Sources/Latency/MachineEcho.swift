package import HAPModel
package import Measurement

/// What a plain echo takes on the tester's machine, which other programs make longer.
package struct MachineEcho: Sendable, Hashable {
    package let median: Duration
    /// The 90th percentile: other programs delay single answers more than the median.
    package let tail: Duration

    package init(median: Duration, tail: Duration) {
        self.median = median
        self.tail = tail
    }

    package init(_ summary: LatencySummary) {
        self.init(median: summary[.p50].value, tail: summary[.p90].value)
    }

    /// The mean of several; `nil` without any.
    package init?(meanOf echoes: [MachineEcho]) {
        guard !echoes.isEmpty else { return nil }
        func mean(_ time: (MachineEcho) -> Duration) -> Duration { echoes.map(time).reduce(.zero, +) / echoes.count }
        self.init(median: mean(\.median), tail: mean(\.tail))
    }

    /// - Parameter json: as ``json`` writes it; `nil` for none.
    init?(json: JSON?) {
        guard let median = RecordedSeries.time(json?["p50"]), let tail = RecordedSeries.time(json?["p90"]) else {
            return nil
        }
        self.init(median: median, tail: tail)
    }

    /// In nanoseconds.
    package var json: JSON { ["p50": JSON(median.wholeNanoseconds), "p90": JSON(tail.wholeNanoseconds)] }
}
