import HAPAccessory
package import Judge
import RunRecord
import Runner
package import SuiteLanguage

/// Every case on every conformant simulator, as often as asked: nothing may fail, and every round must say the same.
package struct ConformantRuns: Sendable {
    let library: SuiteLibrary
    private let locks: SuiteLocks
    let simulators: SimulatorLibrary
    let selection: Selection
    /// How the runs in virtual time reach the accessories.
    let entrance: any SimulatedEntrance

    package init(
        library: SuiteLibrary,
        simulators: SimulatorLibrary,
        entrance: any SimulatedEntrance,
        selection: Selection = Selection()
    ) {
        self.library = library
        self.entrance = entrance
        locks = SuiteLocks(library)
        self.simulators = simulators
        self.selection = selection
    }

    /// One verdict of a conformant simulator that is neither passed nor skipped.
    package struct FalseAlarm: Sendable {
        package var accessory: String
        package var verdict: Verdict
    }

    /// One instance that came to another verdict in another round than in the first.
    package struct Unstable: Sendable {
        package var accessory: String
        package var instance: String
        /// The other round, counted from 1.
        package var round: Int
        /// The verdict of the first round and of the other; `nil` if the round had no such instance.
        package var first: Verdict?
        package var other: Verdict?
    }

    /// What the rounds showed together.
    package struct Outcome: Sendable {
        package var falseAlarms: [FalseAlarm] = []
        /// Cases that passed nowhere, so that nothing is known of them.
        package var neverPassed: [String] = []
        /// Instances that came to another verdict in another round.
        package var unstable: [Unstable] = []
        /// The most pair-setups of the tester's own, which no case is about, that a run of the first round made.
        package var ownPairSetups = 0
        /// Passed verdicts of the first round.
        package var passes = 0
        package var rounds = 0
    }

    private typealias Round = [String: RunResult]

    /// Runs the rounds: the first in the suites' order, the others in virtual time in orders of their own, and one more
    /// in real time over `sockets`.
    ///
    /// - Parameter report: told of each accessory that is done, once a round.
    /// - Throws: `BenchStalled` if something waits without a deadline.
    package func perform(
        rounds: Int = 1,
        sockets: (any SimulatedEntrance)? = nil,
        report: @Sendable (String) -> Void = { _ in }
    ) async throws -> Outcome {
        var outcome = Outcome()
        var all = try await virtualRounds(rounds, report)
        // In real time a crowd of rounds would be in each other's way.
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
                    group.addTask { (number, definition.name, try run.perform().result) }
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

    private func round(
        over sockets: any SimulatedEntrance,
        _ report: @Sendable (String) -> Void
    ) async throws -> Round {
        try await withThrowingTaskGroup(of: (String, RunResult).self) { group in
            for definition in simulators.accessories {
                let run = run(definition, order: nil, over: sockets)
                group.addTask { (definition.name, try await run.performInRealTime()) }
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
        first.keys.sorted().flatMap { accessory in
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
        let selected = library.cases.filter { selection.selects($0, in: library) }
        outcome.neverPassed = selected.map(\.id).filter { !passed.contains($0) }
    }
}
