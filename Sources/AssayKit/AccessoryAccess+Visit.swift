import HAPController
package import Runner

extension AccessoryAccess {
    /// The settings of a visit that needs no options.
    package var settings: RunSettings {
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
            started: RunName.started,
            isCodeCertain: isCodeCertain
        )
    }

    /// The settings of a run with these options, or of a visit that plans one.
    package func settings(_ options: RunOptions) -> RunSettings {
        var settings = settings
        settings.selection = options.selection
        settings.seed = options.seed
        settings.mayActuate = mayActuate || options.mayActuate
        settings.mayDestroy = mayDestroy || options.mayDestroy
        settings.answerWithin = options.answerWithin
        settings.rounds = options.repetitions
        settings.stopsAtFailure = options.stopsAtFailure
        settings.timeLimit = options.timeLimit
        settings.failsOnWarning = options.failsOnWarning
        return settings
    }

    /// The environment of a run with these options, or of a visit that plans one.
    package func environment(_ options: RunOptions) -> RunEnvironment {
        guard let command = options.resetCommand, environment.stimulus == nil else { return environment }
        var environment = environment
        environment.stimulus = ResetCommand(command: command, address: environment.transport.destination)
        return environment
    }

    /// A visit to the accessory. If `stop` ends it early, it restores what it changed, too.
    package func visit(
        _ suites: Suites,
        _ settings: RunSettings,
        stop: StopRequest,
        asksAdvertisement: Bool = false
    ) -> Visit {
        Visit(
            environment: environment,
            settings: settings,
            catalogue: suites.catalogue,
            ledger: ledger,
            stop: stop,
            asksAdvertisement: asksAdvertisement
        )
    }
}
