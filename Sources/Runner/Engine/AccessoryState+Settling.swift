import HAPController
import HAPModel
import HAPPairing
import HAPSession
import HTTPWire
import Measurement
import RunRecord
import SuiteLanguage

extension AccessoryState {
    /// Leaves the accessory with the pairings that it had before the instance, whatever the instance did to them.
    func settlePairings(after runner: InstanceRunner, _ name: String) async {
        let (made, hasTouched) = (await runner.made, await runner.hasTouchedPairings)
        guard hasTouched || !made.isEmpty else { return }
        if let own = controllers.pairing("alice") {
            await settle(own, name)
        } else {
            for entry in made.reversed() {
                guard await isPaired() else { break }
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
            if await isPaired() { await lost(name) }
        }
        guard spoiled == nil else { return }
        for entry in made { run.pay(entry.debt) }
        for debt in await runner.joined { run.pay(debt) }
    }

    /// Removes whoever joined the tester's own pairing, which stays, unless the accessory can only be rid of both.
    private func settle(_ own: AccessoryPairing, _ name: String) async {
        if let wire = await verifiedMain()?.wire, await isAlone(own, on: wire, name) { return }
        if controllers.strangers.isEmpty, await isPaired() {
            // Nobody stays once the last admin is gone; the next instance pairs anew.
            let done = await removeAll(by: own)
            note(name, "pairing", own.controller.pairingID, done)
        }
        guard await !isPaired() else { return await lost(name) }
        controllers.set(nil, for: "alice")
        await closeMain()
        run.pay("pairing-\(own.controller.pairingID)")
    }

    /// Removes everybody else, and believes the accessory's list rather than its answers to that.
    private func isAlone(_ own: AccessoryPairing, on wire: IPConnection, _ name: String) async -> Bool {
        let known = controllers.strangers.union([Array(own.controller.pairingID.utf8)])
        func joined() async -> [[UInt8]]? {
            await list(on: wire).1?.compactMap { $0[.identifier] }.filter { !known.contains($0) }
        }
        guard let others = await joined() else { return false }
        for other in others {
            let done = await remove(other, on: wire)
            note(name, "controller", String(decoding: other, as: UTF8.self), done)
        }
        return others.isEmpty ? true : await joined()?.isEmpty ?? false
    }

    /// Removes everybody, and at last the pairing itself, in a session of its own.
    private func removeAll(by pairing: AccessoryPairing) async -> Bool {
        let wire = run.connection("cleanup")
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return false }
        let verified = await PairVerifyRun(pairing: pairing, random: run.bench.random).complete(
            on: wire,
            within: patience,
            trustingAnybody: true
        )
        var removed = false
        if verified {
            let identifier = Array(pairing.controller.pairingID.utf8)
            for entry in await list(on: wire).1 ?? [] {
                guard let other = entry[.identifier], other != identifier else { continue }
                _ = await remove(other, on: wire)
            }
            removed = await remove(identifier, on: wire)
        }
        await wire.close(abruptly: false)
        return removed
    }

    /// Has the accessory reset, if the operator allows that and somebody can do it.
    ///
    /// - Returns: whether it is as it left the factory now.
    func reset() async -> Bool {
        guard run.settings.mayDestroy, run.bench.stimulus?.kinds.contains("factory-reset") == true else { return false }
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

    /// Whether the accessory says that it is paired: M1 is answered with Unavailable.
    private func isPaired() async -> Bool {
        let wire = run.connection("state")
        guard (try? await wire.open(within: run.settings.connectWithin)) != nil else { return false }
        let m1 = TLV8(items: [.init(.state, integer: 1), .init(.method, [0])]).encoded()
        let exchange = await wire.exchange(.pairSetup(m1), within: patience)
        await wire.close(abruptly: false)
        return exchange.response.map {
            TLV8(decoding: $0.body).integer(.error) == UInt64(TLVError.unavailable.rawValue)
        } ?? false
    }
}
