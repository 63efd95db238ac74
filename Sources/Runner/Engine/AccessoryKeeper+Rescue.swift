import HAPController
import HAPModel
import HAPPairing
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Whether a lost state has come back by itself.
    func isBack(_ loss: Loss) async -> Bool {
        switch loss.extent {
        // It had time to come back when the loss was noticed, and may do so later after all.
        case .everything, .connections: return loss.mayComeBack ? await acceptsConnections() : false
        case .sessions: return false
        case .pairing, .pairSetup: return await startsPairSetup()
        }
    }

    /// How often the tester looks whether an accessory that does not respond does so again.
    private static let pauseBetweenLooks = Duration.seconds(20)

    /// Whether the accessory responds on a new connection. The tester looks once in 20 s, so that not each case waits for it.
    private func acceptsConnections() async -> Bool {
        guard lastLook.map({ $0.duration(to: run.clock.now) >= Self.pauseBetweenLooks }) ?? true else { return false }
        lastLook = run.clock.now
        return await contact.answers(within: .seconds(1))
    }

    /// Whether the accessory starts a pair-setup. An M1 alone would keep one that stays busy from doing so, so the tester pairs with
    /// it at once.
    private func startsPairSetup() async -> Bool {
        guard staysBusy, run.settings.keptPairing == nil else { return await contact.offer() == .offered }
        if case .paired = await pair() { return true }
        return false
    }

    /// Waits for an accessory that no longer answers pair-verify, then resets it. If neither helps, sessions are lost,
    /// so that not every case waits for one.
    ///
    /// - Returns: why the case cannot be carried out; `nil` if it can.
    func regainSessions(for item: Case) async -> String? {
        let deadline = run.clock.deadline(in: contact.returnWithin)
        // It may also refuse pair-verify or the connection at once.
        while unansweredSessions > 0, !run.stop.isMade, run.clock.now < deadline {
            try? await run.clock.sleep(until: run.clock.deadline(in: .seconds(1)))
            if await verifiedMain() != nil { return nil }
        }
        // An accessory that answers is judged by the cases.
        guard unansweredSessions > 0 else { return nil }
        let reason = "since \(previous), the accessory has not answered pair-verify"
        if await powerCycle(reason), await verifiedMain() != nil { return nil }
        if await rescue(reason), await pairAgain() == nil, await verifiedMain() != nil { return nil }
        let loss = Loss(extent: .sessions, reason: reason)
        self.loss = loss
        return loss.concerns(item) ? reason : nil
    }

    /// Pairs again with an accessory that has forgotten the tester: it knew its key, refuses it now, and starts a pair-setup.
    ///
    /// - Returns: why the accessory could not be paired; `nil` if it is paired, or does not say that it is not.
    func regainPairing() async -> String? {
        guard run.settings.keptPairing == nil, contradictions < 2, run.controls.has("pair-verify"),
            let own = controllers.pairing("alice"), await contact.standing(of: own) == .unknown
        else { return nil }
        guard await startsPairSetup() else {
            contradictions += 1
            return nil
        }
        if hasKnownOwn { await recordForgotten(own, "alice") }
        run.journal.record(.repair, ["pairing": .string(own.controller.pairingID), "forgotten": true, "done": true])
        guard !staysBusy else { return nil }
        forget(own)
        return await pairAgain()
    }

    /// Resets the accessory, because nothing else brings back what it has lost. The run goes on after that.
    ///
    /// A kept pairing belongs to the user, so the accessory is then not reset.
    ///
    /// - Parameter reason: what is lost.
    /// - Returns: whether it is in its factory state and responds.
    func rescue(_ reason: String) async -> Bool {
        guard canReset, await factoryReset(reason) else { return false }
        rescues += 1
        return true
    }

    /// Whether the run may reset the accessory, and has the means.
    var canReset: Bool {
        run.settings.keptPairing == nil && run.environment.stimulus?.kinds.contains("factory-reset") == true
    }

    /// Turns the accessory off and on, which a kept pairing survives.
    ///
    /// - Returns: whether it responds again.
    func powerCycle(_ reason: String) async -> Bool {
        await closeMain()
        guard let record = await contact.powerCycle(reason) else { return false }
        run.journal.record(.repair, record)
        guard record["done"] == true else { return false }
        run.unwritable.noteRestart()
        lastingRefusals = 0
        if let loss, [.everything, .connections, .sessions].contains(loss.extent) { self.loss = nil }
        return true
    }

    /// Turns the accessory off and on after a case that cannot be undone otherwise.
    func restart(_ reason: String) async {
        guard await !powerCycle(reason) else { return }
        loss = Loss(extent: .everything, reason: "the accessory could not be turned off and on: \(reason)")
    }

    /// Resets the accessory after a case that cannot be undone otherwise.
    func undoByReset(_ instance: Instance) async {
        guard await !factoryReset("\(instance.name) cannot be undone otherwise") else { return }
        notUndone = failedReset
    }

    /// How often the accessory was reset because nothing else helped, and why a reset failed; empty if there was none.
    var resetNotes: [String] {
        let reset =
            "the accessory was reset \(Spoken.count(rescues, "time")), because nothing else brought back a lost state"
        return (rescues > 0 ? [reset] : []) + [failedReset].compactMap(\.self)
    }

    /// What the run leaves behind at the accessory that keeps it from being paired, in words; empty if nothing.
    func pairingNotes() async -> [String] {
        if let unpairable, unpairable != belongsToOther, run.controls.has("pair-setup") {
            return ["\(unpairable); it may have to be reset or restarted before it can be paired"]
        }
        guard let loss = lossOfAll, loss.extent == .pairing, run.settings.keptPairing == nil, failedReset == nil,
            !run.stop.isMade, await contact.offer() == .unavailable
        else { return [] }
        return ["\(loss.reason); no key of the run can change that: reset the accessory"]
    }

    /// Resets the accessory by its stimulus. It knows no controller after that.
    ///
    /// - Returns: whether it is in its factory state and responds.
    @discardableResult
    func factoryReset(_ reason: String) async -> Bool {
        await closeMain()
        var record: JSONObject = ["factory-reset": true, "reason": .string(reason)]
        // What is lost, and why, if the reset fails.
        var extent = Loss.Extent.everything
        var problem: String?
        do {
            guard let stimulus = run.environment.stimulus else { return false }
            // It deletes the pairings, perhaps only after the command has ended.
            (hasKnownOwn, hasKnownUser) = (false, false)
            let output = try await stimulus.factoryReset()
            if !output.isEmpty { record["output"] = .string(output) }
            // A command may end with success without any effect.
            switch await stateAfterReset() {
            case .silent:
                let limit = Contact.returnAfterCommand.components.seconds
                problem = "it has not responded within \(limit) s after the command"
            case .remains(let remains):
                (extent, problem) = (.pairing, remains)
                record["remains"] = .string(remains)
            case .isReset: break
            }
        } catch {
            problem = (error as? any StimulusFailure)?.summary ?? "\(error)"
            record["output"] = .string("\(error)")
        }
        record["done"] = .bool(problem == nil)
        run.journal.record(.repair, .object(record))
        if let problem {
            let reason = "the accessory could not be reset: \(reason)"
            loss = Loss(extent: extent, reason: reason)
            failedReset = "\(reason); \(problem)"
            return false
        }
        for controller in controllers.paired { controllers.set(nil, for: controller) }
        // The reset has deleted the pairings. Whether a value is back, a read decides at the end of the run.
        for debt in run.ledger?.debts() ?? [] where debt.kind == .pairing { run.pay(debt.id) }
        (triesInARow, lastingRefusals) = (0, 0)
        run.unwritable.noteRestart()
        (loss, notUndone) = (nil, nil)
        for transport in run.transports { approaches[transport]?.loss = nil }
        return true
    }

    /// What an accessory is like after a command has reset it.
    private enum StateAfterReset {
        case isReset
        /// It responds, but is not in its factory state; the text says what remains.
        case remains(String)
        case silent
    }

    /// How long an accessory that responds is given to reset itself, with a look at it after each time: many acknowledge the
    /// command first, and restart then.
    private static let resetPauses: [Duration] = [.seconds(2), .seconds(8)]

    /// Waits until the accessory responds after a reset, and looks whether it is in its factory state.
    private func stateAfterReset() async -> StateAfterReset {
        let deadline = run.clock.deadline(in: Contact.returnAfterCommand)
        var pauses = Self.resetPauses[...]
        while true {
            guard await contact.answers(within: run.clock.now.duration(to: deadline)) else { return .silent }
            guard let remains = await remainsAfterReset() else { return .isReset }
            guard !run.stop.isMade, let pause = pauses.popFirst() else { return .remains(remains) }
            try? await run.clock.sleep(until: run.clock.deadline(in: pause))
        }
    }

    /// What a reset has left at the accessory, in words; `nil` if it is in its factory state.
    ///
    /// A command may end with success without any effect, and some accessories start a pair-setup while they are paired. So
    /// the accessory must offer a pair-setup, and know no key of the run. One that stays busy after an offer shows with the next
    /// whole pair-setup that it accepts one.
    private func remainsAfterReset() async -> String? {
        if !staysBusy {
            switch await contact.offer() {
            case .offered: break
            case .unavailable: return "the accessory is still paired"
            case .busy, .other, .silent: return "the accessory does not start a pair-setup"
            }
        }
        let own = controllers.paired.compactMap { controllers.pairing($0) }
        let owed = (run.ledger?.debts() ?? []).compactMap(\.identity).map { AccessoryPairing(of: $0) }
        var hasOffered = !staysBusy
        for pairing in own + owed {
            guard await contact.standing(of: pairing, hasOffered: hasOffered) == .unknown else {
                return "the accessory does not say that it has forgotten the controller \(pairing.controller.pairingID)"
            }
            hasOffered = true
        }
        return nil
    }
}
