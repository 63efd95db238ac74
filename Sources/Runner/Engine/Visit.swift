package import HAPController
package import HAPModel
package import HAPPairing
import Judge
package import Latency
import Observations
package import RunRecord
package import SuiteLanguage

/// A visit to an accessory without cases: to pair, to unpair, or to read its attribute database.
///
/// A stop cuts short the arrival: pairing, pair-verify, reading the database. What the visit has changed by then is undone.
package struct Visit: Sendable {
    private let state: AccessoryKeeper
    private let stop: StopRequest

    /// - Parameters:
    /// - settings: setup code or kept pairing, and the budgets; the selection is ignored.
    /// - ledger: where the controller's key is recorded before it is sent.
    /// - stop: ends the visit early, after the changes are undone.
    /// - journal: records the visit; `nil` keeps it in memory only.
    /// - lookout: what to look for on the network, too.
    package init(
        environment: RunEnvironment,
        settings: RunSettings,
        catalogue: Catalogue,
        ledger: Ledger?,
        stop: StopRequest,
        journal: Journal? = nil,
        lookout: Lookout = Lookout()
    ) {
        self.stop = stop
        let redaction = Redaction(setupCode: settings.setupCode, setupPayload: settings.setupPayload)
        let journal = journal ?? Journal(clock: environment.clock, redaction: redaction)
        state = AccessoryKeeper(
            run: RunContext(
                environment: environment,
                settings: settings,
                journal: journal,
                observer: JournalObserver(journal: journal) { environment.transport.relayRoundTrip },
                evaluator: Evaluator(vocabulary: Vocabulary(), transport: environment.transport.kind.rawValue),
                ledger: ledger,
                memory: nil,
                controllers: Controllers(random: environment.random),
                controls: Controls(journal: journal),
                writes: WriteBudget(limit: settings.writesPerCharacteristic),
                stop: stop,
                database: AttributeDatabase(.null),
                catalogue: catalogue,
                lookout: lookout,
                announce: { _ in }
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
        /// The advertisement; `nil` if it was not searched for or not found.
        package var advertisement: Advertisement?
        /// The facts about the accessory over each of its transports.
        package var capabilities: [Capabilities] = []
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

    /// Starts a session, gives it to `body`, and restores the accessory. Values that `body` writes stay.
    ///
    /// - Returns: what `body` returns; `nil` if no session could be started, as the outcome says.
    package func hold<Value: Sendable>(
        _ body: @Sendable (ManualSession) async throws -> Value
    ) async rethrows -> (value: Value?, outcome: Outcome) {
        var outcome = await look()
        guard outcome.end == nil, !stop.isMade, !outcome.database.raw.isNull else {
            await leave(&outcome)
            return (nil, outcome)
        }
        let found = outcome.database.found(state.run.catalogue)
        do {
            let value = try await body(ManualSession(state, characteristics: found))
            await leave(&outcome)
            return (value, outcome)
        } catch {
            await leave(&outcome)
            throw error
        }
    }

    /// Measures operations, and restores the accessory.
    ///
    /// - Parameter onProgress: called for each time, in the middle of the measurement: it must return at once.
    /// - Returns: the results; none if no session could be started, as the outcome says.
    /// - Throws: ``ManualError`` if the accessory has no such characteristic.
    package func measure(
        _ request: LatencyRequest,
        onProgress: @escaping @Sendable (LatencyProgress) -> Void
    ) async throws(ManualError) -> (results: [MeasuredSeries], outcome: Outcome) {
        var outcome = await look()
        guard outcome.end == nil, !stop.isMade, let pairing = outcome.pairing, !outcome.database.raw.isNull else {
            await leave(&outcome)
            return ([], outcome)
        }
        let found = outcome.database.found(state.run.catalogue)
        let session = ManualSession(state, characteristics: found)
        var chosen: [FoundCharacteristic] = []
        do throws(ManualError) {
            for name in request.characteristics { chosen += try session.named(name) }
        } catch {
            await leave(&outcome)
            throw error
        }
        let lab = Lab(
            keeper: state,
            run: state.run,
            request: request,
            pairing: pairing,
            targets: LabTargets(found, chosen: chosen, capabilities: outcome.capabilities[0]),
            onProgress: onProgress
        )
        let results = await lab.measure()
        await leave(&outcome)
        return (results, outcome)
    }

    /// Runs the identify routine of an unpaired accessory, without a session.
    ///
    /// - Returns: what the accessory answered; `nil` if it did not answer.
    package func identifyUnpaired() async -> (isDone: Bool, summary: String) {
        let wire = state.run.connection("identify")
        guard (try? await wire.open(within: state.run.settings.connectWithin)) != nil else {
            return (false, "\(wire.destination) accepts no connection")
        }
        let exchange = await wire.perform(.identify, within: state.run.settings.answerWithin)
        await wire.close(abruptly: false)
        let summary = ExchangeObservation(exchange, kind: .exchange, within: state.run.settings.answerWithin).summary
        return (exchange.isAccepted, summary)
    }

    /// Removes the kept pairing.
    ///
    /// - Returns: whether the accessory has removed it.
    package func unpair() async -> (removed: Bool, outcome: Outcome) {
        var outcome = await look()
        if stop.isMade { await leave(&outcome) }
        guard outcome.pairing != nil, outcome.end == nil else { return (false, outcome) }
        let removed = await state.unpair()
        // An accessory that removes nothing also keeps the administrator that was added to remove the pairing.
        if !removed { outcome.left = (state.run.ledger?.debts() ?? []).map { Self.notUndone($0.description) } }
        return (removed, outcome)
    }

    /// Restores the accessory's original state.
    private func leave(_ outcome: inout Outcome) async {
        outcome.left = await state.leave().map(Self.notUndone)
        guard outcome.end == nil else { return }
        outcome.end = stop.end(leaving: outcome.left.isEmpty ? nil : outcome.left.joined(separator: "; "))
    }

    private static func notUndone(_ change: String) -> String { "not undone: \(change); `assay recover` tries again" }

    private func look() async -> Outcome {
        let arrival = await stop.cutsShort { await state.arrive() } ?? AccessoryKeeper.Arrival()
        return Outcome(
            // An answer that was not waited for says nothing about the accessory.
            end: stop.isMade ? nil : arrival.end,
            notes: stop.isMade ? [] : arrival.notes,
            pairing: state.run.controllers.pairing("alice"),
            database: arrival.database,
            advertisement: arrival.advertisement,
            capabilities: arrival.capabilities(
                over: state.run.environment,
                catalogue: state.run.catalogue,
                settings: state.run.settings
            )
        )
    }
}
