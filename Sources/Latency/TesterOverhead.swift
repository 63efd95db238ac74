package import HAPModel
package import Measurement

/// What the tester adds to each time: measured with an ideal responder, beside a plain echo of the same responder.
package struct TesterOverhead: Sendable {
    /// The times of plain exchanges, at the socket.
    package var floor: LatencySummary
    /// The times that the tester measures with the same responder.
    package var tester: LatencySummary
    /// The origin of the tester's moments.
    package var origin: String

    package init(floor: LatencySummary, tester: LatencySummary, origin: String) {
        self.floor = floor
        self.tester = tester
        self.origin = origin
    }

    /// How far the tester's median is above that of the plain echo. It is negative if the kernel's stamps leave out the
    /// waking of the program, which the plain echo contains.
    package var median: Duration { tester[.p50].value - floor[.p50].value }
    /// The same for the 99th percentile.
    package var p99: Duration { tester[.p99].value - floor[.p99].value }

    /// Times in nanoseconds.
    package var json: JSON {
        [
            "plain-echo": .object(floor.json), "tester": .object(tester.json), "stamps": .string(origin),
            "count": JSON(floor.count),
            "median-overhead": JSON(median.wholeNanoseconds), "p99-overhead": JSON(p99.wholeNanoseconds),
        ]
    }
}
