import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import Measurement
import Observations
import SuiteLanguage

extension InstanceRunner {
    func pairSetup(
        _ arguments: PairSetupArguments,
        on name: String,
        captures: [(what: String, name: String)]
    ) async -> Observation {
        guard let wire = await opened(name)?.wire else { return .notDone(NotDone(noConnectionFor: "pair-setup")) }
        guard let machine = machine(arguments, on: name) else {
            return .notDone("no step started a pair-setup on `\(arguments.source ?? name)`")
        }
        var setup = PairSetupProcedure(machine.controller)
        let ending = await carryOut(&setup, arguments, machine.identity, on: name, wire)
        let isM1Repeated = setup.steps.dropLast().contains { $0.m1Refusal == .odd }
        switch ending {
        case .withheld: return .notDone("the ledger cannot be written")
        case .unwantedKey where arguments.wantsLeadingZeroB:
            return .notDone("B did not start with a zero byte in \(setup.steps.count) attempts")
        case .done, .stopped, .unwantedKey: break
        }
        guard oweSent(setup.controller.sentIdentity) else { return .notDone("the ledger cannot be written") }
        if let time = setup.steps.last?.backoff {
            return .notDone("the accessory asks for \(Summary.seconds(time)) before the next pair-setup")
        }
        if let last = setup.steps.last, last.m1Refusal == .odd, let altered = arguments.firstAltered, altered > 1 {
            let flaws = last.answer?.flaws ?? []
            let reason = flaws.isEmpty ? "" : " (\(Excerpt.sentences(flaws)))"
            return .notDone("M\(altered) was not sent, because the accessory refused M1\(reason)")
        }
        var transcript = arguments.goesOn ? connections[name]?.transcript ?? PairingTranscript() : PairingTranscript()
        for step in setup.steps where !step.isDropped {
            transcript.add(step)
            guard step.message == 1, let salt = step.answer?.tlv[.salt] else { continue }
            if let lastSalt { transcript.note("salt-kept", salt == lastSalt) }
            lastSalt = salt
        }
        if isM1Repeated { transcript.note("m1-repeated", true) }
        if let known = run.controllers.accessory, let result = setup.result {
            transcript.note("identifier-kept", result.accessoryID == known.accessoryID)
            transcript.note("ltpk-kept", result.accessoryLTPK == known.accessoryLTPK)
        }
        if !arguments.isAside { remember(setup.controller, machine.identity, transcript, on: name) }
        capture(setup.message, captures)
        spoil(name)
        let observation = transcript.observation(
            Tampering(isTampered: arguments.isTampered, control: "pair-setup"),
            aim: (arguments.stages.last ?? 5) + 1,
            within: patience
        )
        recordControl("pair-setup", isTampered: arguments.isTampered, succeeded: setup.result != nil, observation)
        return observation
    }

    /// Sends the messages of the step. It repeats M1 while the accessory is busy, if the step wants that or if the
    /// accessory can only be busy with a procedure that the tester has ended, and after the time that the accessory asks for.
    private func carryOut(
        _ setup: inout PairSetupProcedure,
        _ arguments: PairSetupArguments,
        _ identity: ControllerIdentity,
        on name: String,
        _ wire: any Connection
    ) async -> PairSetupProcedure.Ending {
        let stages = arguments.stages.compactMap(PairSetupStage.init(rawValue:))
        let care: PairingCare = arguments.isOnly ? .reckless : .curious
        let draws = arguments.wantsLeadingZeroB ? Self.wantedRestartLimit : PairSetupProcedure.restartLimit
        let isAlone = !isInPairSetup(exceptOn: name)
        // Only an earlier instance can have made it busy before the first pair-setup.
        let isFirst = isAlone && !hasStartedPairSetup
        hasStartedPairSetup = true
        let left = max(Self.mostPatience - patienceUsed, .zero)
        let isBesideOpen = connections.contains { $0.key != name && $0.value.wire.isOpen }
        let usual = isBesideOpen ? await keeper.busyBesideOpenWithin : Contact.busyWithin
        let besideOpen = isAlone ? usual : .zero
        let busyLimit = isFirst ? await keeper.busyWithin : arguments.whileBusy ?? besideOpen
        var setupPatience = SetupPatience(
            clock: run.clock,
            busyLimit: busyLimit,
            total: left,
            // An M1 during another attempt is sent once: its refusal is what the case is about.
            repeatsOddRefusal: isAlone && connections[name]?.setup == nil && !arguments.sendsM1Once,
            stop: run.stop
        )
        var ending: PairSetupProcedure.Ending
        while true {
            let restarts = setup.steps.count { $0.isDropped }
            ending = await setup.run(stages, on: wire, care: care, restartLimit: draws - restarts, within: patience) {
                oweMadePairing(identity)
            }
            // Each new connection for another B may again come too early.
            if setup.steps.count(where: { $0.isDropped }) > restarts { setupPatience.startAgain() }
            guard let last = setup.steps.last, await setupPatience.allowsAnother(after: last.m1Refusal) else { break }
            // If that fails, the next message reports it.
            if !wire.isOpen { try? await wire.open(within: patience) }
        }
        patienceUsed += setupPatience.waited
        if setup.result != nil {
            (failedSetups, hasPaired) = (0, true)
        } else {
            failedSetups += setup.steps.count { $0.message == 3 }
        }
        guard !Task.isCancelled, !run.stop.isMade else { return ending }
        // An end of the busy state that does not come once will not come in the next round of a loop.
        if setup.steps.last?.isBusy == true { patienceUsed = Self.mostPatience }
        if isFirst, let last = setup.steps.last {
            let isPaired =
                item.state.needs == .unpaired && last.message == 1 && last.answer?.error == .unavailable
                && !arguments.isTampered
            occupation = last.isBusy ? .busy : isPaired ? .paired : nil
            let isLasting = last.isBusy && min(busyLimit, left) >= Contact.busyWithin
            await keeper.noteBusy(for: setup.longestBusy, lasting: isLasting)
        } else if isAlone, isBesideOpen, arguments.whileBusy == nil, setup.steps.last?.isBusy == true,
            min(busyLimit, left) >= Contact.busyWithin
        {
            await keeper.noteBusyBesideOpen()
        } else if setup.steps.contains(where: { $0.message > 1 }) {
            occupation = nil
        }
        // The accessory only offers a B with a leading zero byte, so the procedure continues with it.
        guard ending == .unwantedKey, !arguments.wantsLeadingZeroB, let step = setup.steps.last,
            care.goesOn(after: step)
        else { return ending }
        return await setup.run(Array(stages.dropFirst()), on: wire, care: care, within: patience) {
            oweMadePairing(identity)
        }
    }

    /// The fields that say after how many failed attempts the accessory refuses pair-setup with MaxTries, if it does. It keeps its
    /// count from run to run, so that the tester only knows it after a pair-setup that succeeded.
    func refusalForTries(_ seen: Observation) async -> [JSONObject.Member] {
        let json = seen.json
        guard json["error"] == "max-tries", json["reached"] == "M2" else { return [] }
        let isKnown = hasPaired || run.controls.has("pair-setup")
        let earlier = hasPaired ? 0 : await keeper.triesInARow
        let tries: JSON = isKnown ? JSON(earlier + failedSetups) : "an unknown number of"
        return [.init(key: "watched", value: "refused-pair-setup"), .init(key: "refused-after-tries", value: tries)]
    }

    /// Whether a pair-setup of the instance is in progress on another open connection.
    private func isInPairSetup(exceptOn name: String) -> Bool {
        connections.contains { other, connection in
            guard other != name, let setup = connection.setup else { return false }
            return setup.result == nil && connection.wire.isOpen
        }
    }

    /// Only one in ten million conformant accessories shows no such B in that many attempts.
    private static var wantedRestartLimit: Int { 4096 }

    /// How long an instance waits in all for the accessory to accept an M1.
    private static var mostPatience: Duration { Contact.busyWithin * 10 }

    private struct SetupMachine {
        var controller: PairSetupController
        let identity: ControllerIdentity
    }

    /// The controller of the step: a new one, or with `from` the one that an earlier step started.
    private func machine(_ arguments: PairSetupArguments, on name: String) -> SetupMachine? {
        if arguments.goesOn {
            let begun = connections[arguments.source ?? name]
            guard var controller = begun?.setup, let identity = begun?.setupIdentity else { return nil }
            controller.departures = arguments.departures
            controller.setupCode = arguments.code
            return SetupMachine(controller: controller, identity: identity)
        }
        var identity = run.controllers.fresh()
        if let identifier = arguments.identifier { identity.pairingID = identifier }
        let controller = PairSetupController(
            setupCode: arguments.code,
            identity: identity,
            method: arguments.method,
            flags: arguments.flags,
            departures: arguments.departures,
            random: run.environment.random
        )
        return SetupMachine(controller: controller, identity: identity)
    }

    /// Records the pairing before M5 is sent, because the accessory may store the key after it.
    private func oweMadePairing(_ identity: ControllerIdentity) -> Bool {
        let debt = Ledger.debt(of: identity)
        made.append(MadePairing(pairing: nil, identity: identity, debt: debt))
        return run.ledger.owe(identity, debt: debt)
    }

    /// Records the identifier that M5 sent instead, if an alteration changed it.
    private func oweSent(_ identity: ControllerIdentity) -> Bool {
        guard let last = made.last, last.identity.keyPair.publicKey == identity.keyPair.publicKey,
            last.identity.pairingID != identity.pairingID
        else { return true }
        return oweMadePairing(identity)
    }

    private func remember(
        _ controller: PairSetupController,
        _ identity: ControllerIdentity,
        _ transcript: PairingTranscript,
        on name: String
    ) {
        connections[name]?.setup = controller
        connections[name]?.setupIdentity = identity
        connections[name]?.transcript = transcript
        guard let result = controller.result else { return }
        run.controllers.meet(result)
        cast.paired(connections[name]?.controller ?? "alice", result)
        mayRestart = false
        let key = identity.keyPair.publicKey
        guard let index = made.lastIndex(where: { $0.identity.keyPair.publicKey == key }) else { return }
        made[index].pairing = result
        run.learn(result, debt: made[index].debt)
    }

    /// A wrong code, derived from the seed. It is never the right one and never a forbidden one.
    func wrongCode(_ right: SetupCode) -> SetupCode {
        var generator = SeededGenerator(seed: run.settings.seed, purpose: instance.name)
        while true {
            let number = UInt32(generator.next() % 100_000_000)
            if let code = SetupCode(number: number), !code.isForbidden, code != right { return code }
        }
    }
}

extension PairSetupProcedure {
    /// The longest time for which the accessory answered Busy to each M1 in a row.
    fileprivate var longestBusy: Duration {
        var (longest, began) = (Duration.zero, Moment?.none)
        for step in steps {
            guard step.isBusy else {
                began = nil
                continue
            }
            began = began ?? step.exchange.timing.sent
            longest = max(longest, began?.duration(to: step.exchange.timing.sent) ?? .zero)
        }
        return longest
    }
}
