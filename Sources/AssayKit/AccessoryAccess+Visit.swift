import HAPController
import Profiles
package import RunRecord
package import Runner
package import SuiteLanguage

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
        settings.mayActuate = mayActuate || options.mayActuate || options.profile?.actuation == .everything
        if case .services(let names)? = options.profile?.actuation { settings.actuated = Set(names) }
        settings.leftOut = (options.profile?.leftOut ?? []).map { LeftOutCases(pattern: $0.pattern, reason: $0.reason) }
        settings.budgets = options.profile?.budgets ?? []
        settings.writesPerCharacteristic = options.profile?.writesPerCharacteristic
        settings.declared.formUnion(options.profile?.declares.map(\.fact) ?? [])
        settings.mayDestroy = mayDestroy || options.mayDestroy
        let factor = options.profile?.timeFactor ?? 1
        settings.answerWithin = options.answerWithin * factor
        settings.connectWithin = settings.connectWithin * factor
        settings.rounds = options.repetitions
        settings.isSequential = options.isSequential
        settings.stopsAtFailure = options.stopsAtFailure
        settings.timeLimit = options.timeLimit
        settings.failsOnWarning = options.failsOnWarning
        return settings
    }

    /// The environment of a run with these options, or of a visit that plans one.
    package func environment(_ options: RunOptions) -> RunEnvironment {
        guard environment.stimulus == nil else { return environment }
        let address = environment.transport.destination
        let hooks = options.profile?.hooks
        func hook(_ name: String, _ command: String?, in folder: String?) -> HookCommand? {
            command.map { HookCommand(name: name, command: $0, address: address, folder: folder) }
        }
        let folder = options.profile?.folder
        let stimulus = HookStimulus(
            reset: hook("reset", options.resetCommand, in: nil) ?? hook("reset", hooks?.reset, in: folder),
            powerCycle: hook("power-cycle", hooks?.powerCycle, in: folder),
            stimulate: hook("stimulate", hooks?.stimulate, in: folder),
            stimuli: hooks?.stimuli ?? []
        )
        guard !stimulus.kinds.isEmpty else { return environment }
        var environment = environment
        environment.stimulus = stimulus
        return environment
    }

    /// A journal of work on the accessory.
    ///
    /// - Parameter sink: where its lines go.
    package func journal(_ sink: any JournalSink) -> Journal {
        Journal(clock: environment.clock, redaction: redaction, sink: sink)
    }

    /// A journal that only shows its events as they happen.
    package func journal(_ onEvent: @escaping @Sendable (JournalEvent) -> Void) -> Journal {
        journal(EventSink(onEvent: onEvent))
    }

    /// A visit to the accessory. If `stop` ends it early, it restores what it changed, too.
    ///
    /// - Parameter journal: records the visit.
    package func visit(
        _ suites: Suites,
        _ settings: RunSettings,
        stop: StopRequest,
        journal: Journal? = nil,
        lookout: Lookout = Lookout()
    ) -> Visit {
        endsWithRelay(stop)
        return Visit(
            environment: environment,
            settings: settings,
            catalogue: suites.catalogue,
            ledger: ledger,
            stop: stop,
            journal: journal,
            lookout: lookout
        )
    }
}
