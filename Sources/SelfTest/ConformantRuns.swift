import HAPAccessory
import HAPModel
package import Judge
import RunRecord
import Runner
package import SuiteLanguage

/// Runs every case on every conformant simulator, in several rounds: no case may fail, and all rounds must agree.
package struct ConformantRuns: Sendable {
    let library: SuiteLibrary
    private let locks: SuiteLocks
    let simulators: SimulatorLibrary
    let selection: Selection
    /// How the runs in virtual time reach the accessories.
    let entrance: any SimulatedEntrance
    /// The further transports of the runs with the cases that compare transports.
    let beside: [any SimulatedEntrance]

    package init(
        library: SuiteLibrary,
        simulators: SimulatorLibrary,
        entrance: any SimulatedEntrance,
        beside: [any SimulatedEntrance] = [],
        selection: Selection = Selection()
    ) {
        self.library = library
        self.entrance = entrance
        self.beside = beside
        locks = SuiteLocks(library)
        self.simulators = simulators
        self.selection = selection
    }

    /// A verdict of a conformant simulator that is neither passed nor skipped.
    package struct FalseAlarm: Sendable {
        package var accessory: String
        package var verdict: Verdict
    }

    /// An instance whose verdict differs between the first round and another one.
    package struct Unstable: Sendable {
        package var accessory: String
        package var instance: String
        /// The other round, counted from 1.
        package var round: Int
        /// The verdict of the first round and of the other; `nil` if the round did not have the instance.
        package var first: Verdict?
        package var other: Verdict?
    }

    /// The result of all rounds.
    package struct Outcome: Sendable {
        package var falseAlarms: [FalseAlarm] = []
        /// Cases that never passed, so that nothing shows that they can.
        package var neverPassed: [String] = []
        /// Instances whose verdict differs in another round.
        package var unstable: [Unstable] = []
        /// The most pair-setups that a run of the first round made for the tester itself, not for a case.
        package var ownPairSetups = 0
        /// Cases that wait for half a minute or more in virtual time, and do not have the tag `slow`.
        package var untagged: [String] = []
        /// The number of passed verdicts of the first round.
        package var passes = 0
        package var rounds = 0
    }

    private typealias Round = [String: RunResult]

    /// Runs the rounds: the first in the suites' order, the others in virtual time in different orders, and one more
    /// in real time over `sockets`.
    ///
    /// - Parameter report: called for each accessory that is done, once for each round.
    /// - Throws: `BenchStalled` if something waits without a deadline.
    package func carryOut(
        rounds: Int = 1,
        sockets: (any SimulatedEntrance)? = nil,
        report: @Sendable (String) -> Void = { _ in }
    ) async throws -> Outcome {
        var outcome = Outcome()
        var all = try await virtualRounds(rounds, report)
        // In real time, concurrent rounds would slow each other down.
        if let sockets { all.append(try await round(over: sockets, report)) }
        outcome.rounds = all.count
        guard let first = all.first else { return outcome }
        add(first, to: &outcome)
        for (number, round) in all.enumerated().dropFirst() {
            outcome.unstable += Self.differences(first, round, number: number + 1)
        }
        return outcome
    }

    private func virtualRounds(_ count: Int, _ report: @Sendable (String) -> Void) async throws -> [Round] {
        try await withThrowingTaskGroup(of: (Int, String, RunResult).self) { group in
            for number in 0..<count {
                for definition in simulators.accessories {
                    let run = run(definition, order: number == 0 ? nil : UInt64(number), over: entrance)
                    group.addTask { (number, definition.name, try run.carryOut().result) }
                    guard let comparison = comparison(run) else { continue }
                    group.addTask { (number, definition.name + Self.overAll, try comparison.carryOut().result) }
                }
            }
            var rounds: [Round] = Array(repeating: [:], count: count)
            for try await (number, accessory, result) in group {
                rounds[number][accessory] = result
                report(accessory)
            }
            return rounds
        }
    }

    /// What the name of an accessory has after it in a run over all transports.
    private static let overAll = " over all transports"

    /// The number of runs in virtual time of each round.
    package var runsInRound: Int { simulators.accessories.count * (comparing.isEmpty ? 1 : 2) }

    /// The selected cases that compare transports; none if the runs have one transport only.
    private var comparing: [Case] {
        beside.isEmpty ? [] : library.cases(selection).filter { $0.span != .one }
    }

    /// The run of the same accessory over all transports, with the cases that compare them; `nil` if there are none.
    private func comparison(_ run: SimulatedRun) -> SimulatedRun? {
        guard !comparing.isEmpty else { return nil }
        var comparison = run
        comparison.definition = run.definition.forEveryTransport
        comparison.beside = beside
        comparison.selection = Selection(patterns: comparing.map(\.id))
        return comparison
    }

    private func round(
        over sockets: any SimulatedEntrance,
        _ report: @Sendable (String) -> Void
    ) async throws -> Round {
        try await withThrowingTaskGroup(of: (String, RunResult).self) { group in
            for definition in simulators.accessories {
                let run = run(definition, order: nil, over: sockets)
                group.addTask { (definition.name, try await run.carryOutInRealTime().result) }
            }
            var round: Round = [:]
            for try await (accessory, result) in group {
                round[accessory] = result
                report(accessory)
            }
            return round
        }
    }

    private func run(
        _ definition: AccessoryDefinition,
        order: UInt64?,
        over entrance: any SimulatedEntrance
    ) -> SimulatedRun {
        SimulatedRun(
            library: library,
            locks: locks,
            catalogue: simulators.catalogue,
            definition: definition,
            entrance: entrance,
            selection: selection,
            orderSeed: order
        )
    }

    private static func differences(_ first: Round, _ other: Round, number: Int) -> [Unstable] {
        first.keys.sorted().filter { other[$0] != nil }.flatMap { accessory in
            let before = byInstance(first[accessory])
            let after = byInstance(other[accessory])
            return Set(before.keys).union(after.keys).sorted().compactMap { name in
                before[name]?.outcome == after[name]?.outcome
                    ? nil
                    : Unstable(
                        accessory: accessory,
                        instance: name,
                        round: number,
                        first: before[name],
                        other: after[name]
                    )
            }
        }
    }

    private static func byInstance(_ result: RunResult?) -> [String: Verdict] {
        Dictionary((result?.verdicts ?? []).map { ($0.instance, $0) }) { first, _ in first }
    }

    private func add(_ round: Round, to outcome: inout Outcome) {
        var passed: Set<String> = []
        for (accessory, result) in round.sorted(by: { $0.key < $1.key }) {
            outcome.ownPairSetups = max(outcome.ownPairSetups, result.ownPairSetups)
            for verdict in result.verdicts {
                switch verdict.outcome {
                case .passed:
                    passed.insert(verdict.caseID)
                    outcome.passes += 1
                case .skipped: break
                default: outcome.falseAlarms.append(FalseAlarm(accessory: accessory, verdict: verdict))
                }
            }
        }
        let selected = library.cases(selection).filter { $0.over.includes(entrance.kind.rawValue) }
        let long = round.values.flatMap(\.verdicts).filter { .nanoseconds($0.duration) >= Tier.longWait }.map(\.caseID)
        outcome.untagged = Set(long).filter { id in
            library.case(id).map { !$0.tags.contains("slow") && $0.sharedSilence == 0 } ?? false
        }.sorted()
        outcome.neverPassed = selected.map(\.id).filter { !passed.contains($0) }
    }
}
