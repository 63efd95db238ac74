import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

/// What state the accessory is in, and how to bring it into another: paired with the tester, or not at all.
actor AccessoryKeeper {
    let run: RunContext
    /// The session that cases share while nothing spoils it.
    var main: CaseConnection?
    /// Why the accessory cannot be brought into a state any more, naming the case that spoiled it.
    var spoiled: String?
    /// A wrong code is tried once: after a hundred tries an accessory locks for ever.
    var isCodeRefused = false
    /// It was paired to somebody else when the tester came, so it can be brought into no other state.
    var belongsToOther: String?
    /// Why the accessory cannot be paired at all: it belongs to somebody else, or too many pair-setups failed.
    var unpairable: String?
    /// Pair-setups of the engine's own that failed; each would fail again.
    var failedPairSetups = 0
    /// Pair-setups that the engine made for its own ends.
    var ownPairSetups = 0
    /// Failed proofs of the setup code since the last right one, as the cases declare them.
    var triesInARow = 0

    init(run: RunContext) {
        self.run = run
    }

    var patience: Duration { run.settings.answerWithin }
    var controllers: Controllers { run.controllers }

    /// The shared session, made now if there is none that lives.
    func verifiedMain() async -> CaseConnection? {
        if let main {
            // An accessory may have ended it meanwhile, to make room or because of what a case did.
            _ = await main.wire.listen(within: .zero)
            if main.wire.isOpen { return main }
            self.main = nil
        }
        guard let pairing = controllers.pairing("alice") else { return nil }
        let wire = run.connection(InstanceRunner.mainName)
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return nil }
        let verified = await isVerified(pairing, on: wire)
        control("pair-verify", succeeded: verified, nil)
        guard verified else {
            await wire.close(abruptly: false)
            return nil
        }
        run.learn(pairing)
        let connection = CaseConnection(wire: wire, controller: "alice")
        main = connection
        return connection
    }

    private func isVerified(_ pairing: AccessoryPairing, on wire: any Connection) async -> Bool {
        await PairVerifyProcedure.session(
            for: pairing,
            on: wire,
            random: run.environment.random,
            within: patience
        ) == .session
    }

    // MARK: Between instances

    /// Brings the accessory into the state that a case needs.
    ///
    /// - Returns: why that is not possible, if it is not.
    func bring(to contract: StateContract, run: RunContext) async -> String? {
        if let spoiled { return spoiled }
        if contract.exceedsCeiling(after: triesInARow), let reason = await proveCode() { return reason }
        switch contract.needs {
        case .any: return nil
        case .paired:
            if controllers.pairing("alice") == nil, let reason = await pairAgain() { return reason }
            // A session is made if it can be; a case about pair-verify itself must also run where it cannot.
            _ = await verifiedMain()
            return nil
        case .unpaired: return await bringToUnpaired()
        }
    }

    private func bringToUnpaired() async -> String? {
        guard controllers.pairing("alice") != nil else { return belongsToOther }
        if await unpair() { return nil }
        return await reset() ? nil : "the tester's own pairing could not be removed"
    }

    /// Puts a right code between wrong ones, which an accessory counts up to 100 and then locks for ever.
    private func proveCode() async -> String? {
        if let reason = await bringToUnpaired() { return reason }
        return await pairAgain().map { "\(triesInARow) wrong setup codes were tried in a row, and \($0)" }
    }

    /// Counts what an instance has spent.
    func spend(_ contract: StateContract, in runner: InstanceRunner) async {
        triesInARow += contract.tries
        if await runner.made.contains(where: { $0.pairing != nil }) { triesInARow = 0 }
    }

    /// - Returns: why the accessory cannot be paired, if it cannot.
    private func pairAgain() async -> String? {
        if let unpairable { return unpairable }
        if case .paired = await pair() { return nil }
        failedPairSetups += 1
        if failedPairSetups == 3 { unpairable = "the accessory could not be paired three times" }
        return "the accessory could not be paired"
    }

    /// Removes the tester's own pairing.
    func unpair() async -> Bool {
        guard let pairing = controllers.pairing("alice"), let main = await verifiedMain() else { return false }
        let identifier = Array(pairing.controller.pairingID.utf8)
        let removed = await main.wire.pairings(.remove(identifier: identifier), within: patience).isGranted
        await main.wire.close(abruptly: false)
        self.main = nil
        if removed {
            controllers.set(nil, for: "alice")
            run.pay(Self.debt(pairing.controller))
        }
        return removed
    }

    /// Has the accessory reset by whoever can; it knows no controller after that.
    func factoryReset() async {
        await closeMain()
        guard let stimulus = run.environment.stimulus, (try? await stimulus.factoryReset()) != nil else {
            spoiled = "the accessory could not be reset"
            return
        }
        for controller in controllers.paired { controllers.set(nil, for: controller) }
        triesInARow = 0
        spoiled = nil
    }

    // MARK: Leaving

    /// Ends the shared session.
    func closeMain() async {
        await main?.wire.close(abruptly: false)
        main = nil
    }

    /// Leaves the accessory as it was found.
    ///
    /// - Returns: what could not be undone, in words.
    func leave() async -> [String] {
        // Values can only be put back while somebody is paired.
        if let ledger = run.ledger, let own = controllers.pairing("alice") {
            var outcome = Recovery.Outcome()
            await recovery(ledger).restoreValues(as: own, &outcome)
        }
        if run.settings.keptPairing == nil, controllers.pairing("alice") != nil, await !unpair() {
            run.journal.record(.repair, ["pairing": "the tester's own", "done": false])
        }
        await closeMain()
        guard let ledger = run.ledger else { return [] }
        return await recovery(ledger).run().left
    }
}
