import HAPController
import HAPModel
import HAPPairing
import HAPSession
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryKeeper {
    /// Leaves the accessory with the pairings that it had before the instance, whatever the instance did to them.
    func settlePairings(after runner: InstanceRunner, _ name: String) async {
        let (made, joined, hasTouched) = (await runner.made, await runner.joined, await runner.hasTouchedPairings)
        guard hasTouched || !made.isEmpty else { return }
        if let own = controllers.pairing("alice") {
            await settle(own, joined, name)
        } else {
            for entry in made.reversed() {
                guard await isPaired() == true else { break }
                // One that was perhaps stored though it looked refused is known by the controller's key alone.
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
        // Nobody stays once the pairing that they joined is gone.
        if controllers.pairing("alice") == nil { for guest in joined { run.pay(guest.debt) } }
    }

    /// Removes whoever joined the tester's own pairing, which stays, unless it was made by this run and the accessory can
    /// only be rid of both.
    private func settle(_ own: AccessoryPairing, _ joined: [JoinedController], _ name: String) async {
        if await isAlone(own, removing: joined, name) {
            for guest in joined { run.pay(guest.debt) }
            return
        }
        guard run.settings.keptPairing == nil else {
            // It is not this run's to remove; the ledger still knows who joined it, and the end of the run tries again.
            note(name, "controllers", "joined to the kept pairing", false)
            if await verifiedMain() == nil { spoiled = "since \(name) the accessory does not take the kept pairing" }
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

    /// Removes those who joined, and believes the accessory's list rather than its answers to that.
    ///
    /// Whoever else an accessory knows that was paired before the run came stays: with a kept pairing only those go whose
    /// identifier or key is the run's. Where the run itself has paired there was nobody else.
    ///
    /// - Returns: whether the list comes and shows none of them any more.
    private func isAlone(_ own: AccessoryPairing, removing joined: [JoinedController], _ name: String) async -> Bool {
        let kept = controllers.strangers.union([Array(own.controller.pairingID.utf8)])
        let isGuest = { (entry: PairingEntry) in
            guard let identifier = entry[.identifier], !kept.contains(identifier) else { return false }
            return self.run.settings.keptPairing == nil
                || joined.contains { $0.identifiers.contains(identifier) || $0.publicKey == entry[.publicKey] }
        }
        // The list may hide somebody, so all are removed once unseen; after that it is believed.
        var guests = joined.flatMap(\.identifiers).filter { !kept.contains($0) }
        // A removal may cost the session in which it was asked for; the list then comes in the next one.
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

    /// Removes everybody, and at last the pairing itself, in a session of its own.
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

    /// Has the accessory reset, if the operator allows that and somebody can do it.
    ///
    /// - Returns: whether it is as it left the factory now.
    func reset() async -> Bool {
        guard run.settings.mayDestroy, run.environment.stimulus?.kinds.contains("factory-reset") == true else {
            return false
        }
        await factoryReset()
        return spoiled == nil
    }

    /// The accessory is paired in a way that the tester cannot undo: only a reset helps, if somebody can do that.
    private func lost(_ name: String) async {
        if await reset() {
            run.journal.record(.repair, instance: name, ["factory-reset": true, "done": true])
        } else {
            spoiled = "\(name) left the accessory paired in a way that cannot be undone"
        }
    }

    /// Nobody can say whether the accessory is still paired: the ledger keeps what may have to be removed.
    private func silent(_ name: String) {
        spoiled = "since \(name) the accessory does not say whether it is paired"
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

    /// Whether the accessory says that it is paired: M1 is answered with Unavailable; `nil` if it says nothing.
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
