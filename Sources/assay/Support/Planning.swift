import ArgumentParser
import Reporting
import RunRecord
import Runner
import SuiteLanguage

/// Looks at an accessory and plans, for the commands that do no more.
struct Planning {
    let accessory: AccessoryOptions
    let selection: SelectionOptions
    let budgets: BudgetOptions

    func plan(_ suites: LoadedSuites) async throws -> Plan {
        let (selection, budgets) = (selection.selection, budgets)
        return try await BenchSetup.with(accessory, suites: suites) { setup in
            let outcome = await Visit(
                bench: setup.bench,
                settings: setup.settings,
                catalogue: suites.catalogue,
                ledger: setup.ledger
            ).inspect()
            if let end = outcome.end { throw Exit.failed(end) }
            for note in outcome.notes { Terminal.complain(note) }
            let capabilities = Capabilities(
                database: outcome.database,
                catalogue: suites.catalogue,
                mayActuate: setup.mayActuate || budgets.actuate,
                mayDestroy: setup.mayDestroy || budgets.destructive,
                hasSetupCode: setup.setupCode != nil && setup.keptPairing == nil,
                stimuli: setup.bench.stimulus?.kinds ?? []
            )
            return Planner(library: suites.library, capabilities: capabilities, seed: budgets.seed).plan(selection)
        }
    }
}

extension BenchSetup {
    /// The settings of a visit, or of a run whose selection is set later.
    var settings: RunSettings {
        RunSettings(
            accessory: name,
            setupCode: setupCode,
            keptPairing: keptPairing,
            seed: 1,
            rerun: "assay run",
            started: RunName.now
        )
    }
}
