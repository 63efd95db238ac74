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
    /// What the old side measured, and the new side could not: it failed, or the accessory has no such operation any more.
    package let lost: [Uncompared]
    /// What a plain echo took on the tester's machine, on both sides; `nil` unless both measured it.
    package let echoes: Echoes?

    /// The medians of plain echoes.
    package struct Echoes: Sendable, Hashable {
        /// Of the run in which it was the shortest.
        package let old: Duration
        /// Of the run in which it was the longest.
        package let new: Duration

        /// Whether the machine was so much slower on one side that a reader must know it.
        package var areUnequal: Bool { max(old, new) > min(old, new) * Self.bound }

        private static let bound = 1.5

        /// By how many nanoseconds an operation may take longer because the machine was slower on the new side.
        fileprivate var explained: Double { Self.echoes * Double((new - old).wholeNanoseconds) }

        /// An exchange with a simulated accessory on the same machine takes up to a hundred times as long as an echo.
        private static let echoes = 100.0
    }

    init(_ old: RunSet, _ new: RunSet) {
        let (before, after) = (MeasuredSide(old), MeasuredSide(new))
        let common = after.loads.filter { before.samples[$0] != nil }
        let pairs = common.map { (old: before.sample($0), new: after.sample($0)) }
        var compared: [Compared] = []
        var uncompared: [Uncompared] = []
        let lost = before.loads.compactMap { load -> (load: MeasuredLoad, reason: String)? in
            guard before.completed.contains(load), let reason = after.whyLost(load) else { return nil }
            return (load, reason)
        }
        let lostLoads = Set(lost.map(\.load))
        for (load, (pair, shift)) in zip(common, zip(pairs, TimesShift.shifts(pairs))) {
            if let shift {
                compared.append(Compared(load: load, shift: shift))
            } else if !lostLoads.contains(load) {
                let reason =
                    "\(pair.old.count) times in old and \(pair.new.count) in new; each side needs \(Shift.fewest)"
                uncompared.append(Uncompared(name: load.words, reason: reason))
            }
        }
        let isDifferent = { (one: Compared) in one.shift.direction != .same }
        self.compared = compared.filter(isDifferent) + compared.filter { !isDifferent($0) }
        self.uncompared = uncompared + Self.unpaired(before, after, without: lostLoads)
        echoes = before.echoes.min().flatMap { old in after.echoes.max().map { Echoes(old: old, new: $0) } }
        self.lost = lost.map { Uncompared(name: $0.load.words, reason: $0.reason) }
    }

    /// What only one side measured, by operation.
    ///
    /// - Parameter lost: the loads of the old side that the new side lost, whose reason stands elsewhere.
    private static func unpaired(
        _ old: MeasuredSide,
        _ new: MeasuredSide,
        without lost: Set<MeasuredLoad>
    ) -> [Uncompared] {
        var seen: Set<String> = []
        let operations = (new.operations + old.operations).filter { seen.insert($0).inserted }
        return operations.flatMap { operation in
            let isLost = lost.contains { $0.operation == operation }
            var before = old.loads.filter {
                $0.operation == operation && new.samples[$0] == nil && !lost.contains($0)
            }[...]
            var after = new.loads.filter {
                $0.operation == operation && old.samples[$0] == nil && !(isLost && new.failures[$0] != nil)
            }[...]
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

    /// Those of them that the tester's machine does not explain.
    package var provenSlower: [Compared] {
        let explained = echoes?.explained ?? 0
        return slower.filter { one in
            one.shift.percentiles.contains { $0.direction == .slower && $0.new - $0.old > explained }
        }
    }
}

/// What one side measured.
private struct MeasuredSide {
    /// In the order of the newest run.
    private(set) var loads: [MeasuredLoad] = []
    private(set) var samples: [MeasuredLoad: [Double]] = [:]
    /// The loads that at least one run measured to the end.
    private(set) var completed: Set<MeasuredLoad> = []
    /// Why a measurement ended early.
    private(set) var failures: [MeasuredLoad: String] = [:]
    private let unmeasured: [UnmeasuredOperation]
    /// What a plain echo took in each run.
    let echoes: [Duration]

    init(_ set: RunSet) {
        let runs = set.runs.reversed()
        for series in runs.flatMap(\.times.series) {
            let load = MeasuredLoad(series)
            if samples[load] == nil { loads.append(load) }
            samples[load, default: []] += series.times.map { Double($0.wholeNanoseconds) }
            failures[load] = failures[load] ?? series.failure
            if series.failure == nil { completed.insert(load) }
        }
        unmeasured = runs.flatMap(\.times.unmeasured)
        echoes = runs.compactMap { $0.times.overhead?.floor }
    }

    /// The operations that were measured or asked for.
    var operations: [String] { loads.map(\.operation) + unmeasured.map(\.name).filter { !hasLoad($0) } }

    func sample(_ load: MeasuredLoad) -> Sample { Sample(samples[load] ?? []) }

    /// Whether the operation, or a message of it, was measured.
    func hasLoad(_ operation: String) -> Bool {
        loads.contains { $0.operation == operation || $0.operation.hasPrefix("\(operation).") }
    }

    /// Why a load that the other side measured is lost here: the measurement ended early, or has no times. `nil` if it is not, or was not
    /// asked for.
    func whyLost(_ load: MeasuredLoad) -> String? {
        // Stamps depend on the answers, of which there may be none.
        let failure =
            failures[load] ?? (samples[load] == nil ? failures.first { $0.key.asks(forSameAs: load) }?.value : nil)
        if let failure { return "the new side ended early: \(failure)" }
        if let none = whyUnmeasured(load.operation, isSkipped: false) { return "the new side has no times: \(none)" }
        guard samples[load] == nil, let none = whyUnmeasured(load.operation) else { return nil }
        return "the new side has no times: \(none)"
    }

    /// Why the operation was not measured: `: the accessory has no button`.
    func why(_ operation: String) -> String {
        whyUnmeasured(operation).map { ": \($0)" } ?? ""
    }

    /// - Parameter isSkipped: whether it was not tried; `nil` takes both.
    private func whyUnmeasured(_ operation: String, isSkipped: Bool? = nil) -> String? {
        unmeasured.first {
            ($0.name == operation || operation.hasPrefix("\($0.name).")) && (isSkipped ?? $0.isSkipped) == $0.isSkipped
        }?.reason
    }
}
