import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement
import Observations
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// The results of the first contact.
    struct Arrival {
        /// Why the run ends before its first case.
        var end: RunEnd?
        var notes: [String] = []
        /// Maker and model; `nil` if it told neither.
        var product: String?
        var database = AttributeDatabase(.null)
        /// Whether the accessory has sent it, with whatever content.
        var hasDatabase = false
        /// The characteristics of accessories that the bridge cannot reach.
        var unreachable: Set<CharacteristicID> = []
        /// Why the attribute database could not be read; `nil` if it could.
        var isUnknown: String?
        /// The advertised facts that decide which requirements apply.
        var advertised: AdvertisedFacts?
        /// What is advertised, if it was looked for and found.
        var advertisement: Advertisement?
        /// Whether an earlier run saw the accessory, so that this one can be compared with it.
        var hasEarlierRun = false
        /// Whether the network shows services of the accessory's address or Device ID, or could show them.
        var hasSurvey = false
        /// The numbers of the wire events of the search.
        var evidence: [UInt64] = []
        /// The same of the accessory's further transports, in their order.
        var further: [Arrival] = []
    }

    /// Connects, pairs (or uses the kept pairing), verifies and reads the attribute database. Each of them is the
    /// positive control of its verb.
    func arrive() async -> Arrival {
        var arrival = Arrival()
        await glimpse(&arrival)
        if let end = await unreachable() {
            arrival.end = end
            return arrival
        }
        await discover(&arrival)
        for transport in run.transports.dropFirst() {
            move(to: transport)
            var further = Arrival()
            await discover(&further)
            arrival.further.append(further)
        }
        move(to: run.transport)
        var undone = await recover()
        await meet(&arrival)
        if let ledger = run.ledger, let own = controllers.pairing("alice"), var recovered = undone {
            // If no pairing was left behind, values can be restored only now.
            await recovery(ledger).restoreValues(as: own, &recovered)
            undone = recovered
        }
        if let undone { arrival.notes.append(Self.note(undone)) }
        if arrival.end == nil, controllers.pairing("alice") != nil { await look(&arrival) }
        if !arrival.hasDatabase { arrival.isUnknown = arrival.notes.last ?? "the tester is not paired" }
        let record = AccessoryRecord(
            arrival.database,
            arrival.advertisement,
            deviceID: controllers.accessory?.accessoryID,
            reachedOver: run.environment.transports
        )
        run.journal.record(.accessory, record.json)
        arrival.product = record.product
        await lookAtAdvertisement(arrival)
        await survey(&arrival)
        compareWithEarlierRun(&arrival)
        await lookElsewhere(&arrival)
        if arrival.end == nil { lookAtLabel(arrival) }
        return arrival
    }

    /// Makes the tester a controller of the accessory, with the kept pairing or by pair-setup.
    private func meet(_ arrival: inout Arrival) async {
        if let kept = run.settings.keptPairing { return controllers.set(kept, for: "alice") }
        guard run.settings.setupCode != nil else {
            arrival.notes.append(
                "Assay has no setup code and no kept pairing, so nothing that needs a pairing can be done; "
                    + "set ASSAY_SETUP_CODE, or use --setup-code or a profile"
            )
            return
        }
        switch await pair() {
        case .paired: break
        case .failed(let reason), .busy(let reason):
            failedPairSetups += 1
            arrival.notes.append("pair-setup failed: \(reason)")
        case .alreadyPaired:
            belongsToOther = "the accessory is paired with another controller"
            unpairable = belongsToOther
            arrival.notes.append(
                "the accessory is already paired with another controller, so nothing that needs a pairing can be done; "
                    + "remove that pairing or reset the accessory"
            )
        case .wrongCode(let reason) where run.settings.isCodeCertain:
            arrival.notes.append("pair-setup failed: \(reason)")
        case .wrongCode(let reason): arrival.end = RunEnd(.wrongSetupCode, reason)
        case .noAccessory(let reason):
            arrival.end = RunEnd(
                .unreachable,
                "\(run.environment.transport.destination) responds, but not as a HomeKit accessory: \(reason)"
            )
        case .noConnection:
            arrival.end = RunEnd(
                .unreachable,
                "\(run.environment.transport.destination) is not reachable: it accepted a connection, but none for pair-setup"
            )
        }
    }

    /// Undoes the changes of an earlier run that was killed; `nil` if there are none.
    private func recover() async -> Recovery.Outcome? {
        guard let ledger = run.ledger, !ledger.debts().isEmpty else { return nil }
        return await recovery(ledger).run()
    }

    private static func note(_ undone: Recovery.Outcome) -> String {
        let left = undone.left.isEmpty ? "" : "; not undone: \(undone.left.joined(separator: ", "))"
        return "cleaned up after an earlier run that was killed: \(undone.done)\(left)"
    }

    /// Undoes the changes in the ledger.
    func recovery(_ ledger: Ledger) -> Recovery {
        Recovery(
            contact: contact,
            ledger: ledger,
            keptPairing: run.settings.keptPairing,
            setupCode: run.settings.setupCode,
            writes: run.writes
        )
    }

    func look(_ arrival: inout Arrival) async {
        guard let (main, exchange) = await readDatabase() else {
            arrival.notes.append("pair-verify failed, so cases that need a session cannot be judged")
            return
        }
        guard let json = exchange.answer?.database else {
            control("read", succeeded: false, exchange)
            arrival.notes.append("the attribute database could not be read: \(Self.trouble(exchange, patience))")
            return
        }
        control("read", succeeded: exchange.isAccepted, exchange)
        arrival.database = AttributeDatabase(json)
        arrival.hasDatabase = true
        if here.transport == run.transport { run.observer.note(database: arrival.database) }
        let release = StatedRelease(arrival.database, advertised: arrival.advertised)
        let elements = DatabaseElements(database: arrival.database, catalogue: run.catalogue, release: release).json
        here.record(snapshot: elements.with("evidence", .array(exchange.evidence.map { JSON($0) })))
        guard here.transport == run.transport else { return }
        let listing = await main.wire.pairings(.list, within: patience)
        control("pairings", succeeded: listing.isDone, listing.exchange)
        controlList(listing)
        let ours = controllers.pairing("alice")?.controller.pairingID.utf8.map { $0 }
        controllers.strangers = Set(
            (listing.isDone ? listing.entries : []).compactMap { $0[.identifier] }.filter { $0 != ours }
        )
        await findUnreachableAccessories(&arrival)
    }

    /// Reads the attribute database, without which most cases cannot be carried out. A lost answer proves nothing, so it is read again in a new
    /// session.
    ///
    /// - Returns: the last try and its session; `nil` if there was no session.
    private func readDatabase() async -> (CaseConnection, Exchange)? {
        var last: (CaseConnection, Exchange)?
        for _ in 1...Self.databaseTries where last?.1.answer == nil && !run.stop.isMade {
            if last != nil { await closeMain() }
            guard let main = await verifiedMain() else { break }
            last = (main, await main.wire.perform(.database, within: patience))
        }
        return last
    }

    private static let databaseTries = 3

    /// Records whether the list shows the tester's own controller, and each entry is complete. Cases that use the list
    /// for something else depend on that.
    ///
    /// An accessory that refuses the list because the controller lacks rights shows nothing about its lists.
    private func controlList(_ listing: PairingsResult) {
        guard let own = controllers.pairing("alice")?.controller, listing.answer?.answer.error != .authentication else {
            return
        }
        let identifier = Array(own.pairingID.utf8)
        let found = listing.entries.filter { $0[.identifier] == identifier }
        let isRight =
            listing.isGranted && listing.entries.allSatisfy { $0.record != nil } && found.count == 1
            && found.first?[.publicKey] == own.keyPair.publicKey
        control("list-pairings", succeeded: isRight, listing.exchange)
    }

    /// Why a response holds no attribute database: `HTTP 200 "{…": not JSON, byte 12: …`.
    private static func trouble(_ exchange: Exchange, _ patience: Duration) -> String {
        let summary = ExchangeObservation(exchange, kind: .exchange, within: patience).summary
        return exchange.answer?.body.jsonFlaw.map { "\(summary): not JSON, \($0)" } ?? summary
    }

    func control(_ verb: String, succeeded: Bool, _ exchange: Exchange?) {
        run.controls.record(verb, succeeded: succeeded, evidence: exchange?.evidence ?? [])
    }
}
