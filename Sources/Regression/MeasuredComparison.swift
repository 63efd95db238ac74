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
        /// Why a difference proves nothing about the accessory; `nil` if it does, or if there is none that counts.
        package let doubt: Doubt?
        /// The medians of plain echoes beside this measurement; `nil` unless both sides measured them.
        package let echoes: Echoes?
    }

    /// What else than the accessory may have made it slower or faster.
    package enum Doubt: String, Sendable {
        /// The tester's machine was slower on the new side.
        case machine
        /// The runs of one side differ as much among themselves as the two sides do.
        case runs
        /// There is one run on each side, and the difference is shorter than what other work on the tester's machine may take.
        case single
        /// The times contain the way to a relay, or differ by too little beside how much further the relay was on one side.
        case relay
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
    /// What the old side measured, and the new side could not: it failed, the accessory has no such operation any more, or more of
    /// them came to nothing.
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
        let common = after.loads.filter { before.times[$0] != nil }
        let pairs = common.map { (old: before.sample($0), new: after.sample($0)) }
        var compared: [Compared] = []
        var uncompared: [Uncompared] = []
        let lost = before.loads.compactMap { load -> (load: MeasuredLoad, reason: String)? in
            guard before.completed.contains(load), let reason = after.whyLost(load) else { return nil }
            return (load, reason)
        }
        let lostLoads = Set(lost.map(\.load))
        let echoes = before.echoes.min().flatMap { old in after.echoes.max().map { Echoes(old: old, new: $0) } }
        for (load, (pair, shift)) in zip(common, zip(pairs, TimesShift.shifts(pairs))) {
            if let shift {
                let runs = (before.runs(load), after.runs(load))
                let relays = RelayTrips((before.relays[load] ?? []) + (after.relays[load] ?? []))
                func beside(_ time: (MachineEcho) -> Duration) -> Echoes? {
                    let (old, new) = (before.echo(beside: load, time), after.echo(beside: load, time))
                    return old.flatMap { old in new.map { Echoes(old: old, new: $0) } }
                }
                let (median, tail) = (beside(\.median), beside(\.tail))
                let doubt = Self.doubt(shift, runs, relays) { $0 == .p50 ? median ?? echoes : tail ?? echoes }
                compared.append(Compared(load: load, shift: shift, doubt: doubt, echoes: median))
            } else if !lostLoads.contains(load) {
                let reason =
                    "\(pair.old.count) times in old and \(pair.new.count) in new; each side needs \(Shift.fewest)"
                uncompared.append(Uncompared(name: load.words, reason: reason))
            }
        }
        let isDifferent = { (one: Compared) in one.shift.direction != .same }
        self.compared = compared.filter(isDifferent) + compared.filter { !isDifferent($0) }
        self.uncompared = uncompared + Self.unpaired(before, after, without: lostLoads)
        self.echoes = echoes
        let failing = common.filter { !lostLoads.contains($0) }.compactMap { load in
            after.failureShare(load).worsening(since: before.failureShare(load)).map {
                Uncompared(name: load.words, reason: $0)
            }
        }
        self.lost = lost.map { Uncompared(name: $0.load.words, reason: $0.reason) } + failing
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
                $0.operation == operation && new.times[$0] == nil && !lost.contains($0)
            }[...]
            var after = new.loads.filter {
                $0.operation == operation && old.times[$0] == nil && !(isLost && new.failures[$0] != nil)
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

    /// Those of them that nothing else is known to explain.
    package var provenSlower: [Compared] { slower.filter { $0.doubt == nil } }

    /// Why none of the percentiles that differ proves anything; one that does is enough.
    private static func doubt(
        _ shift: TimesShift,
        _ runs: (old: [Sample], new: [Sample]),
        _ relays: RelayTrips,
        _ echoes: (Percentile) -> Echoes?
    ) -> Doubt? {
        let doubts = shift.percentiles.filter { $0.direction == shift.direction && shift.direction != .same }.map {
            one -> Doubt? in
            let isSlower = shift.direction == .slower
            if abs(one.new - one.old) < relays.explained { return .relay }
            if isSlower, let echoes = echoes(one.percentile), one.new - one.old <= echoes.explained { return .machine }
            let least = one.percentile == .p50 ? leastOfSingleRuns : leastOfSingleTails
            if runs.old.count == 1, runs.new.count == 1, abs(one.new - one.old) < least { return .single }
            func values(_ samples: [Sample]) -> Sample {
                Sample(samples.compactMap { $0.quantile(one.percentile.quantile) })
            }
            let (old, new) = (values(runs.old), values(runs.new))
            return (isSlower ? isLarger(new, than: old) : isLarger(old, than: new)) ? nil : .runs
        }
        return doubts.contains(nil) ? nil : doubts.first ?? nil
    }

    /// Whether the values of single runs tend to be larger, too. The times of one run are not independent of each other: what the
    /// machine or the radio does at that time concerns all of them. Of a single run on each side this is not known.
    private static func isLarger(_ one: Sample, than other: Sample) -> Bool {
        guard one.count + other.count > 2, let test = MannWhitney(other, one) else { return true }
        return test.delta == 1 || test.delta > 0 && test.p < chanceLimit
    }

    /// Nanoseconds. On a machine that does other work, two runs against one accessory there differ by half of it.
    private static let leastOfSingleRuns = 100_000.0
    /// The same for the slowest tenth, of which a pause of the machine may make several.
    private static let leastOfSingleTails = 2_000_000.0

    /// The probability above which a difference between two groups of runs may be chance.
    private static let chanceLimit = 0.01
}

/// How far the relay was in the runs of both sides; none without a relay.
private struct RelayTrips {
    /// By how many nanoseconds times may differ because of the relay, although its round trip is subtracted from them.
    let explained: Double

    /// - Parameter trips: the round trips that were subtracted; `nil` for times that contain the way to the relay.
    init(_ trips: [Duration?]) {
        let known = trips.compactMap { $0 }
        guard known.count == trips.count else {
            explained = .infinity
            return
        }
        let difference = (known.max() ?? .zero) - (known.min() ?? .zero)
        explained = Self.share * Double(difference.wholeNanoseconds)
    }

    /// A ping and the message beside it are not equally fast to the last microsecond, the less so the further away the relay is.
    private static let share = 0.1
}

/// What one side measured.
private struct MeasuredSide {
    /// In the order of the newest run.
    private(set) var loads: [MeasuredLoad] = []
    /// The times of each run that has the load, in nanoseconds.
    private(set) var times: [MeasuredLoad: [[Double]]] = [:]
    /// The loads that at least one run measured to the end.
    private(set) var completed: Set<MeasuredLoad> = []
    /// The round trips to a relay that were subtracted from the times, one for each measurement over a relay; `nil` for times that
    /// contain them.
    private(set) var relays: [MeasuredLoad: [Duration?]] = [:]
    /// Why a measurement ended early.
    private(set) var failures: [MeasuredLoad: String] = [:]
    /// What plain echoes took beside each measurement.
    private var ownEchoes: [MeasuredLoad: [MachineEcho]] = [:]
    /// The operations that came to nothing while the measurement went on.
    private var failed: [MeasuredLoad: FailureShare] = [:]
    private let unmeasured: [UnmeasuredOperation]
    /// What a plain echo took in each run.
    let echoes: [Duration]

    init(_ set: RunSet) {
        let newest = set.runs.reversed()
        for run in newest {
            var own: [MeasuredLoad: [Double]] = [:]
            for series in run.times.series {
                let load = MeasuredLoad(series)
                if times[load] == nil, own[load] == nil { loads.append(load) }
                own[load, default: []] += series.times.map { Double($0.wholeNanoseconds) }
                if load.isOverRelay { relays[load, default: []].append(series.containsRelay ? nil : series.relay) }
                failed[load, default: FailureShare()].add(series)
                if let echo = series.echo { ownEchoes[load, default: []].append(echo) }
                failures[load] = failures[load] ?? series.failure
                if series.failure == nil { completed.insert(load) }
            }
            for (load, values) in own { times[load, default: []].append(values) }
        }
        unmeasured = newest.flatMap(\.times.unmeasured)
        echoes = newest.compactMap { $0.times.overhead?.floor }
    }

    /// The operations that were measured or asked for.
    var operations: [String] { loads.map(\.operation) + unmeasured.map(\.name).filter { !hasLoad($0) } }

    func sample(_ load: MeasuredLoad) -> Sample { Sample((times[load] ?? []).flatMap(\.self)) }

    /// The times of each run.
    func runs(_ load: MeasuredLoad) -> [Sample] { (times[load] ?? []).map { Sample($0) } }

    /// The median of what plain echoes took beside the measurements of a load.
    func echo(beside load: MeasuredLoad, _ time: (MachineEcho) -> Duration) -> Duration? {
        let sorted = (ownEchoes[load] ?? []).map(time).sorted()
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }

    /// How many operations came to nothing, of all runs.
    func failureShare(_ load: MeasuredLoad) -> FailureShare { failed[load] ?? FailureShare() }

    /// Whether the operation, or a message of it, was measured.
    func hasLoad(_ operation: String) -> Bool {
        loads.contains { $0.operation == operation || $0.operation.hasPrefix("\(operation).") }
    }

    /// Why a load that the other side measured is lost here: the measurement ended early, or has no times. `nil` if it is not, or was not
    /// asked for.
    func whyLost(_ load: MeasuredLoad) -> String? {
        // Stamps depend on the answers, of which there may be none.
        let failure =
            failures[load] ?? (times[load] == nil ? failures.first { $0.key.asks(forSameAs: load) }?.value : nil)
        if let failure { return "the new side ended early: \(failure)" }
        if let none = whyUnmeasured(load.operation, isSkipped: false) { return "the new side has no times: \(none)" }
        guard times[load] == nil, let none = whyUnmeasured(load.operation) else { return nil }
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
