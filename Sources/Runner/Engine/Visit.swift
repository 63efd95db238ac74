import HAPController
package import HAPModel
package import HAPPairing
import Judge
package import RunRecord
package import SuiteLanguage

/// A visit to an accessory without cases: to pair, to unpair, or to read its attribute database.
///
/// A stop does not interrupt a pairing procedure: in the middle of one, the accessory's state is unknown.
package struct Visit: Sendable {
    private let state: AccessoryKeeper
    private let stop: StopRequest

    /// - Parameters:
    /// - settings: setup code or kept pairing, and the budgets; the selection is ignored.
    /// - ledger: where the controller's key is recorded before it is sent.
    /// - stop: ends the visit early, after the changes are undone.
    /// - asksAdvertisement: whether to search for the accessory's advertisement, too.
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

    /// The result of a visit.
    package struct Outcome: Sendable {
        /// Why the visit failed: unreachable, wrong setup code.
        package var end: RunEnd?
        package var notes: [String]
        /// The changes that could not be undone, in words. They stay in the ledger.
        package var left: [String] = []
        /// The pairing after the visit.
        package var pairing: AccessoryPairing?
        package var database: AttributeDatabase
        /// The advertised facts; `nil` if the advertisement was not searched for or not found.
        package var advertised: AdvertisedFacts?
    }

    /// Pairs and leaves the pairing in place. It stays a debt until the caller has kept it.
    package func pair() async -> Outcome {
        var outcome = await look()
        if stop.isMade { await leave(&outcome) } else { await state.closeMain() }
        return outcome
    }

    /// Records that the pairing is kept, so that a recovery does not remove it.
    package func hasKept(_ pairing: AccessoryPairing) {
        state.run.pay(Ledger.debt(of: pairing.controller))
        try? state.run.ledger?.compact()
    }

    /// Reads the attribute database, and restores the accessory.
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

    /// Restores the accessory's original state.
    private func leave(_ outcome: inout Outcome) async {
        outcome.left = await state.leave().map { "not undone: \($0); `assay recover` tries again" }
        guard stop.isMade, outcome.end == nil else { return }
        let state =
            outcome.left.isEmpty ? "the accessory's original state is restored" : outcome.left.joined(separator: "; ")
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
