import HAPController
package import HAPModel
package import HAPPairing
import Judge
package import RunRecord
package import SuiteLanguage

/// A visit to an accessory without any cases: to pair, to unpair, to look at its attribute database.
///
/// It goes through its conversation also when it is stopped: in the middle of one nobody knows what the accessory has kept.
package struct Visit: Sendable {
    private let state: AccessoryKeeper
    private let stop: StopRequest

    /// - Parameters:
    ///   - settings: setup code or kept pairing, and the budgets; the selection does not matter.
    ///   - ledger: where the controller's key is noted before it leaves.
    ///   - stop: how somebody ends the visit early: what was begun is put back, and nothing more is done.
    ///   - asksAdvertisement: whether what the accessory advertises is looked for, too.
    package init(
        environment: RunEnvironment,
        settings: RunSettings,
        catalogue: Catalogue,
        ledger: Ledger?,
        stop: StopRequest,
        asksAdvertisement: Bool = false
    ) {
        self.stop = stop
        let journal = Journal(clock: environment.clock)
        state = AccessoryKeeper(
            run: RunContext(
                environment: environment,
                settings: settings,
                journal: journal,
                observer: JournalObserver(journal: journal),
                evaluator: Evaluator(vocabulary: Vocabulary(), transport: environment.transport.kind.rawValue),
                ledger: ledger,
                controllers: Controllers(random: environment.random),
                controls: Controls(journal: journal),
                stop: stop,
                database: AttributeDatabase(.null),
                catalogue: catalogue,
                asksAdvertisement: asksAdvertisement
            )
        )
    }

    /// What came of a visit.
    package struct Outcome: Sendable {
        /// Why it could not be done: unreachable, wrong setup code.
        package var end: RunEnd?
        package var notes: [String]
        /// What the visit changed and could not put back, in words; it stays in the ledger.
        package var left: [String] = []
        /// The pairing that stands now.
        package var pairing: AccessoryPairing?
        package var database: AttributeDatabase
        /// What it advertises; `nil` if that was not looked for, or not found.
        package var advertised: AdvertisedFacts?
    }

    /// Pairs and leaves the pairing in place; it is a debt until somebody has kept it.
    package func pair() async -> Outcome {
        var outcome = await look()
        if stop.isMade { await leave(&outcome) } else { await state.closeMain() }
        return outcome
    }

    /// Notes that the pairing is kept, so that nobody removes it as one that was left behind.
    package func hasKept(_ pairing: AccessoryPairing) {
        state.run.pay(AccessoryKeeper.debt(pairing.controller))
        try? state.run.ledger?.compact()
    }

    /// Reads the attribute database, and leaves the accessory as it was.
    package func inspect() async -> Outcome {
        var outcome = await look()
        await leave(&outcome)
        return outcome
    }

    /// Removes the kept pairing.
    ///
    /// - Returns: whether the accessory has removed it.
    package func unpair() async -> (removed: Bool, outcome: Outcome) {
        var outcome = await look()
        if stop.isMade { await leave(&outcome) }
        guard outcome.pairing != nil, outcome.end == nil else { return (false, outcome) }
        return (await state.unpair(), outcome)
    }

    /// Leaves the accessory as it was found.
    private func leave(_ outcome: inout Outcome) async {
        outcome.left = await state.leave().map { "left behind: \($0); `assay recover` tries again" }
        guard stop.isMade, outcome.end == nil else { return }
        let state = outcome.left.isEmpty ? "the accessory is as it was found" : outcome.left.joined(separator: "; ")
        outcome.end = RunEnd(.interrupted, "interrupted: \(state)")
    }

    private func look() async -> Outcome {
        let arrival = await state.arrive()
        return Outcome(
            end: arrival.end,
            notes: arrival.notes,
            pairing: state.run.controllers.pairing("alice"),
            database: arrival.database,
            advertised: arrival.advertised
        )
    }
}
