import HAPController
import HAPModel
import HAPPairing
import Measurement
import RunRecord
import SuiteLanguage

/// Whether the accessory is unpaired, once the tester has removed the pairings that it knows.
extension AccessoryKeeper {
    /// Makes sure that the accessory is unpaired, after the tester's pairings are gone.
    func proveUnpaired(_ joined: [JoinedController], _ made: [MadePairing], _ name: String) async {
        guard await isUnpaired() == false else { return await removeRemembered(joined) }
        await removeByAnyKey(joined)
        guard await staysPaired() else { return await removeRemembered(joined) }
        await endPairedState("\(name) left the accessory paired in a way that cannot be undone", joined, made)
    }

    /// Whether the accessory is still paired when a removal that it answered before it carried it out must have come.
    private func staysPaired() async -> Bool {
        for pause in [0, 1, 2, 2] as [Double] {
            guard !run.stop.isMade else { break }
            try? await run.clock.sleep(until: run.clock.deadline(in: .seconds(pause)))
            guard await isUnpaired() == false else { return false }
        }
        return true
    }

    /// Shows, once in a run, that the accessory is unpaired, before a case that depends on it and does not ask for a pair-setup itself.
    ///
    /// - Returns: why the accessory is still paired; `nil` if it is not, or does not say.
    func whyStillPaired(before item: Case) async -> String? {
        guard !hasShownUnpaired, !item.startsPairSetup, controllers.pairing("alice") == nil,
            run.settings.keptPairing == nil, run.controls.has("pair-setup")
        else { return nil }
        let offer = await contact.offer()
        previous = "the tester gave up its own pair-setup"
        guard offer == .unavailable else {
            hasShownUnpaired = offer == .offered
            return nil
        }
        await endOccupation()
        guard controllers.pairing("alice") != nil else { return loss?.reason }
        hasShownUnpaired = true
        return await unpair() ? nil : "the tester's own pairing could not be removed"
    }

    /// Ends the state in which an instance found the accessory, so that it can be carried out again. If that is not possible, it is not
    /// judged: an earlier one has caused the state. A refusal as if it were paired counts if the accessory starts a pair-setup now.
    func resolve(_ occupation: Occupation, foundBy runner: InstanceRunner) async {
        let (instance, item) = (runner.instance.name, runner.item)
        guard controllers.pairing("alice") == nil, run.settings.keptPairing == nil, !run.stop.isMade else { return }
        let (before, earlier) = (rescues, previous)
        await endOccupation()
        if let loss { return notJudged(instance, loss.reason) }
        guard occupation == .busy || rescues > before else { return }
        guard item.state.resetBy == nil else {
            return notJudged(instance, "since \(earlier), the accessory started no pair-setup until it was reset")
        }
        run.journal.record(.repair, instance: instance, ["occupied": true, "done": true])
    }

    private func notJudged(_ instance: String, _ reason: String) {
        run.journal.record(.trouble, instance: instance, ["outcome": "inconclusive", "message": .string(reason)])
    }

    private func endOccupation() async {
        guard case .alreadyPaired = await pairOrRescue() else { return }
        await removeByAnyKey([])
        await endPairedState(
            "since \(previous), the accessory has refused pair-setup as a paired one does (Unavailable)"
        )
    }

    /// Resets an accessory that stays paired; if that is not possible, the pairing is lost.
    private func endPairedState(
        _ reason: String,
        _ joined: [JoinedController] = [],
        _ made: [MadePairing] = []
    ) async {
        guard !run.stop.isMade, case .alreadyPaired = await pairOrRescue() else { return }
        // An accessory that does not remove a pairing is rightly paired.
        if run.controls.has("pair-setup"), await !knowsAnyKey(joined, made) { recordOwnPairSetup() }
        if await !rescue(reason), loss == nil { loss = Loss(extent: .pairing, reason: reason) }
    }

    /// Whether the accessory starts a pair-setup; `nil` if it does not say. It gets time to end another one.
    private func isUnpaired() async -> Bool? {
        var setupPatience = SetupPatience(clock: run.clock, busyLimit: busyWithin, stop: run.stop)
        while !staysBusy {
            switch await contact.offer() {
            case .offered: return true
            case .unavailable: return false
            case .other, .silent: return nil
            case .busy: break
            }
            let hasTime = await setupPatience.allowsAnother(after: .busy)
            guard !run.stop.isMade else { return nil }
            if !hasTime { staysBusy = true }
        }
        return switch await pairOrRescue() {
        case .paired: true
        case .alreadyPaired: false
        case .wrongCode, .failed, .busy, .noAccessory, .noConnection: nil
        }
    }
}

extension Case {
    /// Whether one of its steps starts a pair-setup.
    fileprivate var startsPairSetup: Bool {
        guard case .procedure(let steps) = body else { return false }
        return steps.contains(where: \.startsPairSetup)
    }
}

extension Step {
    fileprivate var startsPairSetup: Bool {
        if case .call("pair-setup", _) = action { return true }
        return inner.contains(where: \.startsPairSetup)
    }
}
