import Measurement

/// A number that comparable runs of one product have, in the order of their starts.
package struct HistorySeries: Sendable, Hashable {
    package enum Unit: String, Sendable, Hashable {
        case nanoseconds, count
        /// How bad the verdict of one instance is: 0 passed, 1 warned, 2 failed.
        case verdict
    }

    package struct Point: Sendable, Hashable {
        package let run: KeptRun
        package let value: Double
    }

    /// `failed`, `read.p99`, `GET /characteristics.p50`, or an instance.
    package let name: String
    package let unit: Unit
    package let points: [Point]
    /// Where the numbers change.
    package let changes: [HistoryChange]

    /// - Parameter places: the changes of the values of the points.
    init(name: String, unit: Unit, points: [Point], places: [ChangePoint]) {
        self.name = name
        self.unit = unit
        self.points = points
        let values = points.map(\.value)
        let edges = [0] + places.map(\.index) + [values.count]
        changes = places.enumerated().map { number, place in
            HistoryChange(
                before: points[place.index - 1].run,
                after: points[place.index].run,
                index: place.index,
                old: Sample(values[edges[number]..<place.index]),
                new: Sample(values[place.index..<edges[number + 2]]),
                p: place.p
            )
        }
    }

    /// Whether it counts something that never occurred, so a plot shows nothing.
    package var isZero: Bool { unit == .count && points.allSatisfy { $0.value == 0 } }

    /// The parts between the changes, each with its median.
    package var levels: [(range: Range<Int>, median: Double)] {
        let edges = [0] + changes.map(\.index) + [points.count]
        return zip(edges, edges.dropFirst()).map { first, last in
            (first..<last, Sample(points[first..<last].map(\.value)).median ?? 0)
        }
    }
}
