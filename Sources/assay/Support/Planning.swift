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
            let settings = setup.settings(budgets)
            let asks = suites.library.asksAdvertisement(selection)
            let outcome = try await setup.visit(suites, settings, asksAdvertisement: asks) { await $0.inspect() }
            if let end = outcome.end { throw Exit.failed(end) }
            for note in outcome.notes { Terminal.complain(note) }
            let capabilities = Capabilities(
                outcome.database,
                advertised: outcome.advertised,
                catalogue: suites.catalogue,
                settings: settings,
                environment: setup.environment
            )
            return Planner(library: suites.library, capabilities: capabilities, seed: settings.seed).plan(selection)
        }
    }
}
