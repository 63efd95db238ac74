import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Restores the pairings that the accessory had before the instance.
    func settlePairings(after runner: InstanceRunner, _ name: String) async {
        let (made, joined, hasTouched) = (await runner.made, await runner.joined, await runner.hasTouchedPairings)
        guard hasTouched || !made.isEmpty else { return }
        if let own = controllers.pairing("alice") {
            await settle(own, joined, name)
        } else {
            for entry in made.reversed() {
                guard await isPaired() == true else { break }
                // If the accessory stored a pairing although it appeared to reject it, only the controller's key is
                // known.
                let guess = AccessoryPairing(
                    accessoryID: "",
                    accessoryLTPK: [],
                    controller: entry.identity,
                    isAdmin: true
                )
                let done = await removeAll(by: entry.pairing ?? guess)
                note(name, "pairing", entry.identity.pairingID, done)
            }
            switch await isPaired() {
            case true?: await lost(name)
            case false?: break
            case nil: silent(name)
            }
        }
        guard spoiled == nil else { return }
        for entry in made { run.pay(entry.debt) }
        // When the pairing is removed, the controllers that were added through it are gone, too.
        if controllers.pairing("alice") == nil { for guest in joined { run.pay(guest.debt) } }
    }

    /// Removes the controllers that were added through the tester's own pairing. The pairing itself stays, unless
    /// this run made it and the accessory can only remove both.
    private func settle(_ own: AccessoryPairing, _ joined: [JoinedController], _ name: String) async {
        if await isAlone(own, removing: joined, name) {
            for guest in joined { run.pay(guest.debt) }
            return
        }
        guard run.settings.keptPairing == nil else {
            // A run must not remove the kept pairing. The ledger records who was added through it, and the end of the
            // run tries again.
            note(name, "controllers", "joined to the kept pairing", false)
            if await verifiedMain() == nil {
                spoiled = "since \(name), the accessory no longer accepts the kept pairing"
            }
            return
        }
        if await isPaired() == true {
            let done = await removeAll(by: own)
            note(name, "pairing", own.controller.pairingID, done)
        }
        switch await isPaired() {
        case true?: return await lost(name)
        case false?: break
        case nil: return silent(name)
        }
        controllers.set(nil, for: "alice")
        await closeMain()
        run.pay(Self.debt(own.controller))
    }

    /// Removes the added controllers, and checks the result in the accessory's list.
    ///
    /// Controllers that were paired before the run stay: with a kept pairing, only controllers with the run's
    /// identifiers or keys are removed. If the run itself paired, there were no others.
    ///
    /// - Returns: whether the accessory returns its list and the list has none of them any more.
    private func isAlone(_ own: AccessoryPairing, removing joined: [JoinedController], _ name: String) async -> Bool {
        let kept = controllers.strangers.union([Array(own.controller.pairingID.utf8)])
        let isGuest = { (entry: PairingEntry) in
            guard let identifier = entry[.identifier], !kept.contains(identifier) else { return false }
            return self.run.settings.keptPairing == nil
                || joined.contains { $0.identifiers.contains(identifier) || $0.publicKey == entry[.publicKey] }
        }
        // The list may be incomplete, so all are removed once regardless of it; after that the list decides.
        var guests = joined.flatMap(\.identifiers).filter { !kept.contains($0) }
        // The accessory may close the session after a removal; the list is then read in the next session.
        for _ in 0...2 * joined.count + 2 {
            guard let wire = await verifiedMain()?.wire else { return false }
            for guest in guests {
                let done = await wire.pairings(.remove(identifier: guest), within: patience).isGranted
                note(name, "controller", String(decoding: guest, as: UTF8.self), done)
                if !wire.isOpen { break }
            }
            let listing = await wire.pairings(.list, within: patience)
            guard listing.isDone else {
                await closeMain()
                guests = []
                continue
            }
            guests = listing.entries.filter(isGuest).compactMap { $0[.identifier] }
            if guests.isEmpty { return true }
        }
        return false
    }

    /// Removes all pairings and finally this one, in a new session.
    private func removeAll(by pairing: AccessoryPairing) async -> Bool {
        let wire = run.connection("cleanup")
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return false }
        let ending = await PairVerifyProcedure.session(
            for: pairing,
            on: wire,
            random: run.environment.random,
            within: patience,
            trustingAnyAccessory: true
        )
        var removed = false
        if ending == .session {
            removed = await wire.removeAllPairings(lastly: pairing.controller, within: patience).isRid
        }
        await wire.close(abruptly: false)
        return removed
    }

    /// Resets the accessory, if the operator allows it and the stimulus supports it.
    ///
    /// - Returns: whether it is in its factory state now.
    func reset() async -> Bool {
        guard run.settings.mayDestroy, run.environment.stimulus?.kinds.contains("factory-reset") == true else {
            return false
        }
        await factoryReset()
        return spoiled == nil
    }

    /// The accessory is paired in a way that the tester cannot undo. Only a reset helps, if one is possible.
    private func lost(_ name: String) async {
        if await reset() {
            run.journal.record(.repair, instance: name, ["factory-reset": true, "done": true])
        } else {
            spoiled = "\(name) left the accessory paired in a way that cannot be undone"
        }
    }

    /// The accessory does not say whether it is still paired: the ledger keeps the pairing for a later removal.
    private func silent(_ name: String) {
        spoiled = "since \(name), the accessory does not say whether it is paired"
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

    /// Whether the accessory reports that it is paired, by responding to M1 with Unavailable; `nil` without a
    /// response.
    private func isPaired() async -> Bool? {
        let wire = run.connection("state")
        guard await open(wire) else { return nil }
        let m1 = TLV8(items: [.init(.state, integer: 1), .init(.method, [0])]).encoded()
        let exchange = await wire.perform(.pairing(.setup, m1), within: patience)
        await wire.close(abruptly: false)
        return exchange.answer.map {
            TLV8(decoding: $0.body.bytes).integer(.error) == UInt64(TLVError.unavailable.rawValue)
        }
    }
}
