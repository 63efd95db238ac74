import HAPController
import HAPCrypto
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Restores the pairings that the accessory had before the instance.
    ///
    /// The accessory's own word is not believed: pair-verify decides which controllers it knows.
    func settlePairings(after runner: InstanceRunner, _ name: String) async {
        let (made, joined, hasTouched) = (await runner.made, await runner.joined, await runner.hasTouchedPairings)
        let isDoubtful = await runner.mayHaveLostOwnPairing
        guard hasTouched || !made.isEmpty || isDoubtful else { return }
        if isDoubtful, !hasTouched, made.isEmpty, let own = controllers.pairing("alice") { await lookForLoss(of: own) }
        hasKnownOwn = false
        // The regular controller that carried the instance out is needed by the instances after it.
        let user = runner.instance.isByUser ? controllers.pairing(Self.user) : nil
        if let own = controllers.pairing("alice") {
            let isKnown = isDoubtful ? await isStillKnown(own, joined, name) : true
            await settle(own, isKnown: isKnown, joined, made, keeping: user, name)
        }
        await remove(made, joined, name)
        // Their pair-setups, and their removal, may have cost the tester's own pairing.
        if !made.isEmpty { hasKnownOwn = false }
        await settleElsewhere(joined, made)
        // A factory reset follows such a case, so its state need not be proven.
        if controllers.pairing("alice") == nil, run.settings.keptPairing == nil,
            runner.item.state.resetBy != "factory-reset"
        {
            await proveUnpaired(joined, made, name)
        }
        noteLeftBehind(joined, made)
    }

    /// Notes the controllers that are still owed: the accessory may keep them. So may it keep the administrator that should have removed
    /// them.
    private func noteLeftBehind(_ joined: [JoinedController], _ made: [MadePairing]) {
        let owed = Set((run.ledger?.debts() ?? []).map(\.id))
        let guests = joined.filter { owed.contains($0.debt) }
        let identities = guests.map(\.identity) + made.filter { owed.contains($0.debt) }.map(\.identity)
        controllers.leave(
            guests.flatMap(\.identifiers) + identities.map { Array($0.pairingID.utf8) },
            keys: Set(identities.map(\.keyPair.publicKey))
        )
        noteHelper()
    }

    /// Notes the administrator that the accessory has kept from a removal.
    func noteHelper() {
        guard let helper = helper.kept else { return }
        controllers.leave([Array(helper.pairingID.utf8)], keys: [])
    }

    /// Removes the controllers that were added through the tester's own pairing. The pairing itself stays, unless
    /// this run made it and the accessory can only remove both.
    private func settle(
        _ own: AccessoryPairing,
        isKnown: Bool,
        _ joined: [JoinedController],
        _ made: [MadePairing],
        keeping user: AccessoryPairing?,
        _ name: String
    ) async {
        let guests = joined.flatMap(\.identifiers) + made.map { Array($0.identity.pairingID.utf8) }
        if isKnown, await isAlone(own, and: user, removing: guests, joined, name) {
            for guest in joined { run.pay(guest.debt) }
            hasKnownOwn = true
            return
        }
        await closeMain()
        // A run must not remove the kept pairing. The ledger records who was added through it, and the end of the run
        // tries again.
        let isKept = run.settings.keptPairing != nil
        if isKept { note(name, "controllers", "joined to the kept pairing", false) }
        switch await contact.standing(of: own) {
        case .known where isKept: break
        case .known:
            hasKnownOwn = false
            let result = await removal().remove(own, guests: guests)
            note(name, "pairing", own.controller.pairingID, result.isGone)
            if result.isGone { forget(own) }
        case .unknown where isKept:
            loss = Loss(extent: .pairing, reason: "since \(name), the accessory no longer accepts the kept pairing")
        case .unknown: forget(own)
        // Nothing is discarded while the accessory does not say what it knows.
        case .unclear: break
        }
    }

    /// Whether the accessory still knows the tester's own key. A broken accessory may have removed it at the request of another
    /// controller, or stored another key under its identifier; then the tester puts its own back.
    private func isStillKnown(_ own: AccessoryPairing, _ joined: [JoinedController], _ name: String) async -> Bool {
        guard await contact.standing(of: own) == .unknown else { return true }
        // Its sessions began before.
        await closeMain()
        let isBack = await contact.reinstate(own, against: joined.map(\.identity))
        note(name, "pairing", "the tester's own key", isBack)
        return isBack
    }

    /// Removes the added controllers, and checks the result.
    ///
    /// Controllers that were paired before the run stay: with a kept pairing, only controllers with the run's
    /// identifiers or keys are removed. If the run itself paired, there were no others.
    ///
    /// - Returns: whether the accessory knows none of them any more.
    private func isAlone(
        _ own: AccessoryPairing,
        and user: AccessoryPairing?,
        removing identifiers: [[UInt8]],
        _ joined: [JoinedController],
        _ name: String
    ) async -> Bool {
        let kept = controllers.strangers.union(
            [own, user].compactMap { $0 }.map { Array($0.controller.pairingID.utf8) }
        )
        let keys = Set(joined.map(\.identity.keyPair.publicKey))
        let isGuest = { (entry: PairingEntry) in
            guard let identifier = entry[.identifier], !kept.contains(identifier) else { return false }
            return self.run.settings.keptPairing == nil || identifiers.contains(identifier)
                || entry[.publicKey].map(keys.contains) == true
        }
        // The list may be incomplete, so all are removed once regardless of it.
        var guests = identifiers.filter { !kept.contains($0) }
        // The accessory may close the session after a removal; the list is then read in the next session. One that responds to no
        // removal must not hold the run.
        let deadline = run.clock.deadline(in: patience * 6)
        for _ in 0...2 * joined.count + 2 where run.clock.now < deadline && !run.stop.isUnanswered {
            guard let wire = await verifiedMain()?.wire else { return false }
            for guest in guests where run.clock.now < deadline {
                let done = await contact.remove(guest, on: wire).isGranted
                note(name, "controller", String(decoding: guest, as: UTF8.self), done)
                if !wire.isOpen { break }
            }
            let listing = await wire.pairings(.list, within: patience)
            // A list that lacks the controller that asks cannot be right.
            guard listing.entries.contains(where: { $0[.identifier].map(kept.contains) == true }) else {
                await closeMain()
                return await areUnknown(joined)
            }
            guests = listing.entries.filter(isGuest).compactMap { $0[.identifier] }
            if guests.isEmpty { return true }
        }
        return false
    }

    /// Whether the accessory knows none of the controllers; asked where it does not list its pairings.
    private func areUnknown(_ joined: [JoinedController]) async -> Bool {
        for guest in joined {
            guard await contact.standing(of: AccessoryPairing(of: guest.identity)) == .unknown else { return false }
        }
        return true
    }

    /// Removes the pairings that the instance made, or may have made: the accessory may have stored one although it
    /// appeared to reject it.
    private func remove(_ made: [MadePairing], _ joined: [JoinedController], _ name: String) async {
        let guests = joined.flatMap(\.identifiers)
        for entry in made.reversed() {
            let result = await removal().remove(entry.pairing ?? AccessoryPairing(of: entry.identity), guests: guests)
            note(name, "pairing", entry.identity.pairingID, result.isGone)
            if result.isGone { run.pay(entry.debt) }
        }
    }

    /// Tries every key that the run may have given the accessory. A controller that was added may have become an administrator,
    /// or stayed after the last one was removed; and one that cannot remove itself may be removed by another one, so all are
    /// tried again as long as one more is gone.
    func removeByAnyKey(_ joined: [JoinedController]) async {
        var left = everyKey(joined)
        let guests = joined.flatMap(\.identifiers) + left.map { Array($0.pairingID.utf8) }
        let deadline = run.clock.deadline(in: patience * 12)
        while !left.isEmpty {
            var rest: [ControllerIdentity] = []
            for controller in left where run.clock.now < deadline {
                let result = await removal().remove(AccessoryPairing(of: controller), guests: guests)
                guard result.isGone else {
                    rest.append(controller)
                    continue
                }
                run.pay(Ledger.debt(of: controller))
                run.pay(Ledger.debt(ofJoined: controller))
            }
            guard rest.count < left.count, run.clock.now < deadline else { return }
            left = rest
        }
    }

    /// Whether pair-verify still succeeds with a key that the run may have given the accessory.
    func knowsAnyKey(_ joined: [JoinedController], _ made: [MadePairing]) async -> Bool {
        for controller in everyKey(joined) + made.map(\.identity) where !run.stop.isMade {
            if await contact.standing(of: AccessoryPairing(of: controller)) == .known { return true }
        }
        return false
    }

    /// The added controllers, the regular one, and those that the ledger names.
    private func everyKey(_ joined: [JoinedController]) -> [ControllerIdentity] {
        let own = joined.map(\.identity) + [controllers.pairing(Self.user)?.controller].compactMap(\.self)
        return own
            + (run.ledger?.debts() ?? []).compactMap(\.identity).filter { owed in
                !own.contains { $0.keyPair.publicKey == owed.keyPair.publicKey }
            }
    }

    /// Pays the debts of the added controllers that the accessory no longer knows, and removes those that it still knows. Its offer of
    /// a pair-setup does not prove that it knows none: some accessories make one while they are paired.
    func removeRemembered(_ joined: [JoinedController]) async {
        var known: [JoinedController] = []
        for guest in joined {
            switch await contact.standing(of: AccessoryPairing(of: guest.identity)) {
            case .unknown: run.pay(guest.debt)
            case .known: known.append(guest)
            case .unclear: break
            }
        }
        if !known.isEmpty { await removeByAnyKey(known) }
    }

    /// Removes controllers that the run added, and those that the accessory lists and did not have before.
    func removal() -> PairingRemoval {
        let strangers = controllers.strangers
        let isKept = run.settings.keptPairing != nil
        return PairingRemoval(contact: contact, ledger: run.ledger) { !isKept && !strangers.contains($0) }
    }

    private func note(_ name: String, _ what: String, _ value: String, _ done: Bool) {
        run.journal.record(
            .repair,
            instance: name,
            .object(
                JSONObject(members: [
                    .init(key: what, value: .string(value)), .init(key: "done", value: .bool(done)),
                ])
            )
        )
    }
}
