import HAPAccessory
package import Judge
import Runner
package import SuiteLanguage

/// Every case on every conformant simulator, as often as asked: nothing may fail, and every round must say the same.
package struct ConformantRuns: Sendable {
    let library: SuiteLibrary
    let simulators: SimulatorLibrary
    let selection: Selection

    package init(library: SuiteLibrary, simulators: SimulatorLibrary, selection: Selection = Selection()) {
        self.library = library
        self.simulators = simulators
        self.selection = selection
    }

    /// One verdict of a conformant simulator that is neither passed nor skipped.
    package struct FalseAlarm: Sendable {
        package var accessory: String
        package var verdict: Verdict
    }

    /// What the rounds showed together.
    package struct Outcome: Sendable {
        package var falseAlarms: [FalseAlarm] = []
        /// Cases that passed nowhere, so that nothing is known of them.
        package var neverPassed: [String] = []
        /// Instances that came to another verdict in another round: accessory and instance.
        package var unstable: [String] = []
        /// Passed verdicts of the first round.
        package var passes = 0
        package var rounds = 0
    }

    private typealias Round = [String: [Verdict]]

    /// Runs the rounds: the first in the suites' order, the others in virtual time in orders of their own, and one more
    /// over loopback sockets if `overSockets`.
    ///
    /// - Throws: `BenchStalled` if something waits without a deadline.
    package func perform(rounds: Int = 1, overSockets: Bool = false) async throws -> Outcome {
        var outcome = Outcome()
        var first: [String: Verdict.Outcome]?
        for number in 0..<rounds + (overSockets ? 1 : 0) {
            let verdicts = try await round(order: number == 0 ? nil : UInt64(number), overSockets: number == rounds)
            let vector = Self.vector(verdicts)
            outcome.rounds += 1
            if let first {
                let names = Set(first.keys).union(vector.keys)
                outcome.unstable += names.filter { first[$0] != vector[$0] }.sorted().map { name in
                    "\(name): \(first[name]?.rawValue ?? "absent"), then \(vector[name]?.rawValue ?? "absent") in round \(number + 1)"
                }
            } else {
                first = vector
                add(verdicts, to: &outcome)
            }
        }
        return outcome
    }

    private func round(order: UInt64?, overSockets: Bool) async throws -> Round {
        try await withThrowingTaskGroup(of: (String, [Verdict]).self) { group in
            for definition in simulators.accessories {
                let run = SimulatedRun(
                    library: library,
                    catalogue: simulators.catalogue,
                    definition: definition,
                    selection: selection,
                    orderSeed: overSockets ? nil : order
                )
                group.addTask {
                    let result = overSockets ? try await run.performOverSockets() : try run.perform().result
                    return (definition.name, result.verdicts)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private static func vector(_ round: Round) -> [String: Verdict.Outcome] {
        var vector: [String: Verdict.Outcome] = [:]
        for (accessory, verdicts) in round {
            for verdict in verdicts { vector["\(accessory): \(verdict.instance)"] = verdict.outcome }
        }
        return vector
    }

    private func add(_ round: Round, to outcome: inout Outcome) {
        var passed: Set<String> = []
        for (accessory, verdicts) in round.sorted(by: { $0.key < $1.key }) {
            for verdict in verdicts {
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
