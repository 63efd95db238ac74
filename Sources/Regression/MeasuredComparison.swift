import Latency
package import Measurement
import RunRecord
import SuiteLanguage

/// The times that both sides measured.
package struct MeasuredComparison: Sendable {
    /// A load that both sides measured often enough.
    package struct Compared: Sendable {
        package let load: MeasuredLoad
        package let shift: TimesShift
    }

    /// A measurement that has no partner on the other side, and why.
    package struct Uncompared: Sendable, Hashable {
        /// `read of lightbulb.on over ip`
        package let name: String
        package let reason: String
    }

    /// Those that differ first, otherwise in the order of the new side.
    package let compared: [Compared]
    package let uncompared: [Uncompared]

    init(_ old: RunSet, _ new: RunSet) {
        let (before, after) = (MeasuredSide(old), MeasuredSide(new))
        let common = after.loads.filter { before.samples[$0] != nil }
        let pairs = common.map { (old: before.sample($0), new: after.sample($0)) }
        var compared: [Compared] = []
        var uncompared: [Uncompared] = []
        for (load, (pair, shift)) in zip(common, zip(pairs, TimesShift.shifts(pairs))) {
            if let shift {
                compared.append(Compared(load: load, shift: shift))
            } else {
                let reason =
                    "\(pair.old.count) times in old and \(pair.new.count) in new; each side needs \(Shift.fewest)"
                uncompared.append(Uncompared(name: load.words, reason: reason))
            }
        }
        let isDifferent = { (one: Compared) in one.shift.direction != .same }
        self.compared = compared.filter(isDifferent) + compared.filter { !isDifferent($0) }
        self.uncompared = uncompared + Self.unpaired(before, after)
    }

    /// What only one side measured, by operation.
    private static func unpaired(_ old: MeasuredSide, _ new: MeasuredSide) -> [Uncompared] {
        var seen: Set<String> = []
        let operations = (new.operations + old.operations).filter { seen.insert($0).inserted }
        return operations.flatMap { operation in
            var before = old.loads.filter { $0.operation == operation && new.samples[$0] == nil }[...]
            var after = new.loads.filter { $0.operation == operation && old.samples[$0] == nil }[...]
            var found: [Uncompared] = []
            while let one = before.first, let other = after.first {
                (before, after) = (before.dropFirst(), after.dropFirst())
                found.append(
                    Uncompared(name: operation, reason: "the loads differ: \(one.differences(to: other))")
                )
            }
            found += before.map { Uncompared(name: $0.words, reason: "only old measured it\(new.why(operation))") }
            found += after.map { Uncompared(name: $0.words, reason: "only new measured it\(old.why(operation))") }
            if found.isEmpty, !old.hasLoad(operation), !new.hasLoad(operation) {
                found.append(Uncompared(name: operation, reason: "neither side measured it\(new.why(operation))"))
            }
            return found
        }
    }

    /// The operations that became slower.
    package var slower: [Compared] { compared.filter { $0.shift.direction == .slower } }
}

/// What one side measured.
private struct MeasuredSide {
    /// In the order of the newest run.
    private(set) var loads: [MeasuredLoad] = []
    private(set) var samples: [MeasuredLoad: [Double]] = [:]
    private let unmeasured: [UnmeasuredOperation]

    init(_ set: RunSet) {
        let runs = set.runs.reversed()
        for series in runs.flatMap(\.times.series) {
            let load = MeasuredLoad(series)
            if samples[load] == nil { loads.append(load) }
            samples[load, default: []] += series.times.map { Double($0.wholeNanoseconds) }
        }
        unmeasured = runs.flatMap(\.times.unmeasured)
    }

    /// The operations that were measured or asked for.
    var operations: [String] { loads.map(\.operation) + unmeasured.map(\.name).filter { !hasLoad($0) } }

    func sample(_ load: MeasuredLoad) -> Sample { Sample(samples[load] ?? []) }

    /// Whether the operation, or a message of it, was measured.
    func hasLoad(_ operation: String) -> Bool {
        loads.contains { $0.operation == operation || $0.operation.hasPrefix("\(operation).") }
    }

    /// Why the operation was not measured: `: the accessory has no button`.
    func why(_ operation: String) -> String {
        let none = unmeasured.first { $0.name == operation || operation.hasPrefix("\($0.name).") }
        return none.map { ": \($0.reason)" } ?? ""
    }
}
