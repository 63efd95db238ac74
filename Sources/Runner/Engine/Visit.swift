package import HAPModel
package import HAPPairing
import Judge
package import RunRecord
import SuiteLanguage

/// A visit to an accessory without any cases: to pair, to unpair, to look at its attribute database.
package struct Visit: Sendable {
    private let state: AccessoryState

    /// - Parameters:
    ///   - settings: setup code or kept pairing, and the budgets; the selection does not matter.
    ///   - ledger: where the controller's key is noted before it leaves.
    package init(bench: Bench, settings: RunSettings, catalogue: Catalogue, ledger: Ledger?) {
        let journal = Journal(clock: bench.clock)
        state = AccessoryState(
            run: RunContext(
                bench: bench,
                settings: settings,
                journal: journal,
                observer: JournalObserver(journal: journal),
                evaluator: Evaluator(vocabulary: Vocabulary()),
                ledger: ledger,
                controllers: Controllers(random: bench.random),
                controls: Controls(journal: journal),
                database: AttributeDatabase(.null),
                catalogue: catalogue
            )
        )
    }

    /// What came of a visit.
    package struct Outcome: Sendable {
        /// Why it could not be done: unreachable, wrong setup code.
        package var end: RunEnd?
        package var notes: [String]
        /// The pairing that stands now.
        package var pairing: AccessoryPairing?
        package var database: AttributeDatabase
    }

    /// Pairs and leaves the pairing in place; it is a debt until somebody has kept it.
    package func pair() async -> Outcome {
        let outcome = await look()
        await state.closeMain()
        return outcome
    }

    /// Notes that the pairing is kept, so that nobody removes it as one that was left behind.
    package func hasKept(_ pairing: AccessoryPairing) {
        state.run.pay("pairing-\(pairing.controller.pairingID)")
        try? state.run.ledger?.compact()
    }

    /// Reads the attribute database, and leaves the accessory as it was.
    package func inspect() async -> Outcome {
        var outcome = await look()
        for left in await state.leave() { outcome.notes.append("left behind: \(left); `assay recover` tries again") }
        return outcome
    }

    /// Removes the kept pairing.
    ///
    /// - Returns: whether the accessory has removed it.
    package func unpair() async -> (removed: Bool, outcome: Outcome) {
        let outcome = await look()
        guard outcome.pairing != nil else { return (false, outcome) }
        return (await state.unpair(), outcome)
    }

    private func look() async -> Outcome {
        let arrival = await state.arrive()
        return Outcome(
            end: arrival.end,
            notes: arrival.notes,
            pairing: state.run.controllers.pairing("alice"),
            database: arrival.database
        )
    }
}
