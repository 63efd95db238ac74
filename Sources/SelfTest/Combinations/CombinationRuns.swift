import HAPAccessory
import Judge
import RunRecord
import Runner
package import SuiteLanguage

/// Runs whole plans against accessories with several defects, and compares the printed causes with the defects.
package struct CombinationRuns: Sendable {
    private let library: SuiteLibrary
    private let locks: SuiteLocks
    private let simulators: SimulatorLibrary
    /// How the runs reach the accessories.
    private let entrance: any SimulatedEntrance

    package init(library: SuiteLibrary, simulators: SimulatorLibrary, entrance: any SimulatedEntrance) {
        self.library = library
        self.simulators = simulators
        self.entrance = entrance
        locks = SuiteLocks(library)
    }

    /// Runs each combination in virtual time.
    ///
    /// - Parameter report: called for each combination that is done.
    package func carryOut(
        _ combinations: [DefectCombination],
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> CombinationOutcome {
        await withTaskGroup(of: CombinationOutcome.Row.self) { group in
            for combination in combinations { group.addTask { row(for: combination) } }
            var rows: [CombinationOutcome.Row] = []
            for await row in group {
                rows.append(row)
                report("combination \(row.combination.number)")
            }
            return CombinationOutcome(rows: rows.sorted { $0.combination.number < $1.combination.number })
        }
    }

    private func row(for combination: DefectCombination) -> CombinationOutcome.Row {
        var row = CombinationOutcome.Row(combination: combination)
        do {
            let run = try SimulatedRun(
                library: library,
                locks: locks,
                catalogue: simulators.catalogue,
                definition: combination.accessory,
                entrance: entrance,
                defects: combination.defects
            ).carryOut()
            let counting = run.result.verdicts.filter { library.case($0.caseID)?.class == .conformance }
            let causes = LikelyCauses(counting, events: run.events, library: library)
            row.compare(
                causes,
                broken: combination.defects.map { defect in
                    Set(simulators.violated(by: defect).map(library.requirements.judged))
                }
            )
        } catch {
            row.failure = "\(error)"
        }
        return row
    }
}
