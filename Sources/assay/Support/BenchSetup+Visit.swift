import Runner
import SuiteLanguage

extension BenchSetup {
    /// The settings of a visit that needs no budgets.
    var settings: RunSettings {
        RunSettings(
            accessory: name,
            setupCode: setupCode,
            setupPayload: setupPayload,
            keptPairing: keptPairing,
            seed: 1,
            mayActuate: mayActuate,
            mayDestroy: mayDestroy,
            declared: declared,
            rerun: "assay run",
            started: RunName.now,
            isCodeCertain: isCodeCertain
        )
    }

    /// The settings of a run with these budgets, or of a visit that plans one.
    func settings(_ budgets: BudgetOptions) -> RunSettings {
        var settings = settings
        settings.seed = budgets.seed
        settings.mayActuate = mayActuate || budgets.actuate
        settings.mayDestroy = mayDestroy || budgets.destructive
        settings.answerWithin = Duration(suite: budgets.answerWithin) ?? settings.answerWithin
        return settings
    }

    /// Visits the accessory; a visit that a signal ends early leaves the accessory as it was, too.
    func visit<Value: Sendable>(
        _ suites: LoadedSuites,
        _ settings: RunSettings,
        asksAdvertisement: Bool = false,
        _ body: (Visit) async throws -> Value
    ) async throws -> Value {
        let stop = StopRequest()
        let visit = Visit(
            environment: environment,
            settings: settings,
            catalogue: suites.catalogue,
            ledger: ledger,
            stop: stop,
            asksAdvertisement: asksAdvertisement
        )
        return try await Interruption.during({ try await body(visit) }, onSignal: stop.make)
    }
}
