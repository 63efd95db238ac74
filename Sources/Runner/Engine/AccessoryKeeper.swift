import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

/// Knows the pairing state of the accessory, and changes it as cases need it.
actor AccessoryKeeper {
    let run: RunContext
    /// The run over the transport that is used now.
    var here: RunContext
    /// What it adds to remove pairings, over whichever transport.
    let helper = HelpingAdministrator()
    let removals = RemovalPatience()
    /// What the run has over each transport.
    var approaches: [String: Approach] = [:]
    /// Whether the accessory accepts no regular controller, or does not remove it again.
    var isWithoutUsers = false
    /// How often the accessory refused the tester's own controller, and started no pair-setup either.
    var contradictions = 0
    /// Whether the tester's own controller had a session since it was paired, and its removal was not requested after that.
    var hasKnownOwn = false
    /// The controllers of which a later session has shown that the accessory keeps their pairing.
    var keptControllers: Set<String> = []
    /// Whether the regular controller had a session since it was added.
    var hasKnownUser = false
    /// How often the accessory has forgotten the regular controller.
    var forgottenUsers = 0
    /// Whether an abandoned pair-setup has kept the accessory busy for longer than it may. An M1 alone would do so again, so the
    /// tester itself makes only whole pair-setups from then on.
    var staysBusy = false
    /// Whether the accessory stays busy for as long as an instance has another connection open.
    var staysBusyBesideOpen = false
    /// Whether an instance has waited for the end of a busy state for as long as it may last, in vain, and this
    /// was not judged yet.
    var hasStayedBusy = false
    /// Whether the accessory has served another connection beside the tester's own.
    var hasServedConnection = false
    /// Whether the run knows if the accessory endures requests that it must refuse.
    var hasControlledRefusal = false
    /// What the accessory as a whole can no longer be brought to; `nil` if nothing is lost.
    var lossOfAll: Loss?
    /// A wrong code is tried only once: after 100 failed tries an accessory locks permanently.
    var isCodeRefused = false
    /// Why the state cannot be changed: the accessory was paired with another controller before the run.
    var belongsToOther: String?
    /// Why the accessory cannot be paired: another controller has it, or too many pair-setups failed.
    var unpairable: String?
    /// Failed pair-setups of the engine in a row; further ones would fail, too.
    var failedPairSetups = 0
    /// Pair-setups that the engine made for itself, not for a case.
    var ownPairSetups = 0
    /// The last of them.
    var lastOwnPairSetup: PairSetupProcedure?
    /// Whether the accessory has shown that it starts a pair-setup once the tester has removed its pairing.
    var hasShownUnpaired = false
    /// Wrong setup codes since the last right one, as the cases declare them.
    var triesInARow = 0
    /// The instance that was carried out before.
    var previous = "the start"
    /// The values that could not be put back, by their debts.
    var unrestored: [String: UnrestoredValue] = [:]
    /// The characteristics for whose old values the tester has waited in vain, after the accessory had accepted them.
    var neverLate: Set<CharacteristicID> = []
    /// The values before the run of what it has written since the last look, with the instance that wrote it last.
    var written: [CharacteristicID: ValueBefore] = [:]
    /// The writable values in the services of those, as they were when the run began.
    var neighbours: [CharacteristicID: ValueBefore] = [:]
    /// The characteristics of which the run knows whether they keep a written value, or cannot know it.
    var examined: Set<CharacteristicID> = []
    /// When the tester last looked whether an accessory that does not respond does so again.
    var lastLook: Moment?
    /// Whether the accessory has always come back without help after it did not respond.
    var returnsByItself = true
    /// How long the run has waited for an accessory that only help brought back, since it last asked.
    var waitForHelp = Duration.zero
    /// When an instance last put its values back.
    var lastRestored = Moment(nanoseconds: 0)
    /// The instances in which the accessory restarted.
    var restarts: [String] = []
    /// How often the accessory was reset because nothing else helped.
    var rescues = 0
    /// How many times in a row the accessory accepted no other connection within `longestRefusal`.
    var lastingRefusals = 0
    /// Why the last reset that failed did, in words.
    var failedReset: String?
    /// Why a case that only a reset undoes is not undone; `nil` if each of them is.
    var notUndone: String?

    init(run: RunContext) {
        self.run = run
        here = run
    }

    var patience: Duration { run.settings.answerWithin }
    var controllers: Controllers { run.controllers }

    // MARK: Between instances

    /// Brings the accessory into the state that a case needs.
    ///
    /// - Returns: why this is not possible; `nil` if it is.
    func bring(to item: Case, run: RunContext) async -> String? {
        if let loss, loss.concerns(item) {
            guard await isBack(loss) else { return loss.reason }
            self.loss = nil
        }
        let contract = item.state
        if contract.exceedsCeiling(after: triesInARow), let reason = await proveCode() { return reason }
        switch contract.needs {
        case .any: return nil
        case .paired:
            if controllers.pairing("alice") == nil, let reason = await pairAgain() { return reason }
            // Starts a session if possible. Cases about pair-verify must run even if it is not.
            guard loss?.extent != .sessions, await verifiedMain() == nil else { return nil }
            return unansweredSessions >= 2 ? await regainSessions(for: item) : await regainPairing()
        case .unpaired:
            if let reason = await bringToUnpaired() { return reason }
            return await whyStillPaired(before: item)
        }
    }

    private func bringToUnpaired() async -> String? {
        guard controllers.pairing("alice") != nil else { return belongsToOther }
        // Without an administrator, nothing removes a regular controller that an accessory keeps.
        await dismissUser()
        if await unpair() {
            await awaitRestartAfterRemoval()
            return nil
        }
        if await rescue("its pairing could not be removed") { return nil }
        return failedReset ?? "the tester's own pairing could not be removed"
    }

    /// Proves the right code between wrong ones. An accessory locks permanently after 100 wrong codes.
    private func proveCode() async -> String? {
        if let reason = await bringToUnpaired() { return reason }
        return await pairAgain().map { "\(triesInARow) wrong setup codes were tried in a row, and \($0)" }
    }

    /// Counts the tries and pairings that an instance has used.
    func spend(_ contract: StateContract, in runner: InstanceRunner) async {
        let hasPaired = await runner.made.contains { $0.pairing != nil }
        triesInARow = hasPaired ? await runner.failedSetups : triesInARow + contract.tries
    }

    /// - Returns: why the accessory cannot be paired; `nil` if it is paired.
    func pairAgain() async -> String? {
        if let unpairable { return unpairable }
        guard run.settings.setupCode != nil else { return "no setup code was given" }
        let result = await pairOrRescue()
        if case .paired = result {
            failedPairSetups = 0
            return nil
        }
        if let loss, loss.extent == .pairSetup { return loss.reason }
        failedPairSetups += 1
        let reason = result.reason.map { " (\($0))" } ?? ""
        if failedPairSetups == 3 { unpairable = "the accessory could not be paired three times in a row\(reason)" }
        return "the accessory could not be paired\(reason)"
    }

    /// Pairs the tester's own controller with an accessory that has accepted a pair-setup before. One that stays busy is reset; if
    /// that is not possible, pair-setup is lost.
    func pairOrRescue() async -> Pairing {
        let result = await pair()
        guard case .busy = result, run.controls.has("pair-setup") else { return result }
        return await endBusyState() ? await pair() : result
    }

    /// Removes the tester's own pairing.
    ///
    /// - Returns: whether the accessory no longer knows it.
    func unpair() async -> Bool {
        guard let pairing = controllers.pairing("alice") else { return false }
        await restoreLateChanges()
        // The session that is open already is the shortest way. Its response decides nothing.
        let main = await verifiedMain()
        await lookForLoss(of: pairing)
        hasKnownOwn = false
        if let main {
            let identifier = Array(pairing.controller.pairingID.utf8)
            _ = await contact.remove(identifier, on: main.wire)
        }
        await closeMain()
        guard await removal().remove(pairing).isGone, await removal().removeElsewhere(pairing) else {
            noteHelper()
            return false
        }
        forget(pairing)
        return true
    }

    /// Records that the accessory no longer knows the tester's own pairing.
    func forget(_ pairing: AccessoryPairing) {
        controllers.set(nil, for: "alice")
        // The last administrator's removal removes all others, too.
        (hasKnownOwn, hasKnownUser) = (false, false)
        run.pay(Ledger.debt(of: pairing.controller))
    }

    // MARK: Leaving

    /// Ends the shared sessions.
    func closeMain() async {
        for transport in run.transports {
            for session in [approaches[transport]?.main, approaches[transport]?.user] {
                await session?.wire.close(abruptly: false)
            }
            approaches[transport]?.main = nil
            approaches[transport]?.user = nil
        }
    }

    /// Restores the accessory's original state.
    ///
    /// - Returns: what could not be undone, in words.
    func leave() async -> [String] {
        move(to: run.transport)
        if loss?.extent == .everything, await !contact.answers(within: patience), await !respondsElsewhere() {
            run.stop.giveUp()
        }
        await dismissUser()
        // Values can be restored only while a pairing exists.
        await restoreLateChanges()
        if let ledger = run.ledger, let own = controllers.pairing("alice") {
            var outcome = Recovery.Outcome()
            await recovery(ledger).restoreValues(as: own, &outcome)
        }
        if run.settings.keptPairing == nil, controllers.pairing("alice") != nil, await !unpair() {
            run.journal.record(.repair, ["pairing": "the tester's own", "done": false])
        }
        await closeMain()
        guard let ledger = run.ledger else { return [] }
        let left = await recovery(ledger).run().left
        // A reset that has failed before would fail again, and takes its time.
        guard !left.isEmpty, !run.stop.isMade, failedReset == nil,
            ledger.debts().contains(where: { $0.kind == .pairing }),
            await rescue("the accessory keeps pairings of the run")
        else { return left }
        return await recovery(ledger).run().left
    }
}
