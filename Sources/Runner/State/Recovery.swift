import HAPController
import HAPCrypto
import HAPModel
package import HAPPairing
import HAPSession
import HTTPWire
import Links
import Measurement

/// Undoes what a run that was killed left behind: values that it changed, pairings that it made.
package struct Recovery: Sendable {
    let bench: Bench
    let ledger: Ledger
    /// The pairing that `assay pair` made; it stays.
    let keptPairing: AccessoryPairing?
    /// How long the accessory may take for an answer.
    let patience: Duration

    package init(
        bench: Bench,
        ledger: Ledger,
        keptPairing: AccessoryPairing? = nil,
        patience: Duration = .seconds(10)
    ) {
        self.bench = bench
        self.ledger = ledger
        self.keptPairing = keptPairing
        self.patience = patience
    }

    /// What was done and what is left.
    package struct Outcome: Sendable, Hashable {
        package var removedPairings = 0
        package var restoredValues = 0
        /// What could not be undone, in words; it stays in the ledger.
        package var left: [String] = []
    }

    /// Pays the debts of the bench's accessory; without debts it does not even connect.
    package func run() async -> Outcome {
        var outcome = Outcome()
        if let keptPairing, !debts.isEmpty {
            await visit(keptPairing, &outcome) { wire, outcome in
                await restoreValues(on: wire, &outcome)
                await removeJoined(on: wire, &outcome)
            }
        }
        for debt in debts where debt.kind == .pairing {
            guard outcome.left.isEmpty, let identity = identity(debt) else { continue }
            // The key of the accessory may have been lost with the run; that of the controller is what counts.
            let pairing = AccessoryPairing(accessoryID: "", accessoryLTPK: [], controller: identity, isAdmin: true)
            let isKnown = await visit(pairing, &outcome) { wire, outcome in
                await restoreValues(on: wire, &outcome)
                await removeAll(with: identity, on: wire, &outcome)
            }
            // Nothing to remove: the pairing was never stored, or is gone.
            if isKnown == false { try? ledger.pay(debt.id) }
        }
        for debt in debts { outcome.left += [description(debt)] }
        try? ledger.compact()
        return outcome
    }

    /// Puts back the values that are still owed, in a session of this pairing; without such debts it does not connect.
    ///
    /// - Parameter outcome: counts them; what is put back is left no longer.
    func restoreValues(as pairing: AccessoryPairing, _ outcome: inout Outcome) async {
        let owed = values
        guard !owed.isEmpty else { return }
        var visited = Outcome()
        await visit(pairing, &visited) { wire, visited in await restoreValues(on: wire, &visited) }
        outcome.restoredValues += visited.restoredValues
        let paid = Set(owed).subtracting(values)
        outcome.left.removeAll { paid.contains($0) }
    }

    /// The values that are owed, in words.
    private var values: [String] { debts.filter { $0.kind == .value }.map(description) }

    /// What is still to be undone at this accessory.
    private var debts: [Ledger.Debt] { ledger.debts().filter { $0.accessory == bench.dialer.destination } }

    private func description(_ debt: Ledger.Debt) -> String {
        switch debt.kind {
        case .pairing: "the pairing of \(debt.body["identifier"]?.stringValue ?? "a controller")"
        case .value: "the old value of \(debt.body["aid"]?.serialized() ?? "").\(debt.body["iid"]?.serialized() ?? "")"
        }
    }

    /// Does something in a session.
    ///
    /// - Returns: whether the accessory knows the controller; `nil` if it does not say.
    @discardableResult
    private func visit(
        _ pairing: AccessoryPairing,
        _ outcome: inout Outcome,
        _ body: (IPConnection, inout Outcome) async -> Void
    ) async -> Bool? {
        let wire = IPConnection(dialer: bench.dialer, clock: bench.clock, observer: NoObserver(), name: "recover")
        do {
            try await wire.open(within: patience)
        } catch {
            outcome.left = ["\(bench.dialer.destination) is not reachable: \(error.message)"]
            return nil
        }
        let run = PairVerifyRun(pairing: pairing, random: bench.random)
        let ending = await run.ending(on: wire, within: patience, trustingAnybody: pairing.accessoryLTPK.isEmpty)
        if ending == .session { await body(wire, &outcome) }
        await wire.close(abruptly: false)
        switch ending {
        case .session: return true
        case .refused: return false
        case .other(let summary):
            outcome.left = ["\(bench.dialer.destination) makes no session: \(summary)"]
            return nil
        }
    }

    // MARK: Values

    private func restoreValues(on wire: IPConnection, _ outcome: inout Outcome) async {
        for debt in debts where debt.kind == .value {
            guard await restore(debt, on: wire) else { continue }
            outcome.restoredValues += 1
            try? ledger.pay(debt.id)
        }
    }

    private func restore(_ debt: Ledger.Debt, on wire: IPConnection) async -> Bool {
        guard let aid = debt.body["aid"]?.uint64Value, let iid = debt.body["iid"]?.uint64Value,
            let value = debt.body["value"]
        else { return false }
        let entry = WriteEntry(id: CharacteristicID(aid: aid, iid: iid), value: value)
        if await wire.exchange(.write([entry], pid: nil), within: patience).hasWritten { return true }
        // It may be one that demands a timed write.
        _ = await wire.exchange(.prepare(ttl: 10_000, pid: 1), within: patience)
        return await wire.exchange(.write([entry], pid: 1), within: patience).hasWritten
    }

    // MARK: Pairings

    private func identity(_ debt: Ledger.Debt) -> ControllerIdentity? {
        guard let identifier = debt.body["identifier"]?.stringValue,
            let seed = debt.body["seed"]?.stringValue.flatMap(Hex.decode),
            let keyPair = Ed25519KeyPair(seed: SecretBytes(seed))
        else { return nil }
        return ControllerIdentity(pairingID: identifier, keyPair: keyPair)
    }

    /// Removes the controllers that joined the kept pairing.
    private func removeJoined(on wire: IPConnection, _ outcome: inout Outcome) async {
        for debt in debts where debt.kind == .pairing && debt.body["seed"] == nil {
            guard let identifier = debt.body["identifier"]?.stringValue.map({ Array($0.utf8) }) else { continue }
            // An accessory whose list cannot be read may know it all the same.
            let isThere = await list(on: wire)?.contains { $0[.identifier] == identifier } ?? true
            guard await remove(identifier, on: wire) else { continue }
            // Its list is believed rather than its answer.
            let isListed = await list(on: wire)?.contains { $0[.identifier] == identifier } ?? false
            guard !isListed else { continue }
            outcome.removedPairings += isThere ? 1 : 0
            try? ledger.pay(debt.id)
        }
    }

    /// Removes everybody who joined a pairing of a run's own, and that pairing last: where a run can pair, there was
    /// nobody else.
    private func removeAll(with identity: ControllerIdentity, on wire: IPConnection, _ outcome: inout Outcome) async {
        let own = Array(identity.pairingID.utf8)
        for entry in await list(on: wire) ?? [] {
            guard let other = entry[.identifier], other != own, await remove(other, on: wire) else { continue }
            outcome.removedPairings += 1
        }
        guard await remove(own, on: wire) else { return }
        outcome.removedPairings += 1
        for debt in debts where debt.kind == .pairing {
            if debt.body["seed"] == nil || debt.body["identifier"]?.stringValue == identity.pairingID {
                try? ledger.pay(debt.id)
            }
        }
    }

    private func list(on wire: IPConnection) async -> [PairingEntry]? {
        var machine = PairingsController(random: bench.random)
        let exchange = await wire.exchange(.pairings(machine.compose(.list)), within: patience)
        return exchange.response.map { machine.receive($0.body).entries }
    }

    private func remove(_ identifier: [UInt8], on wire: IPConnection) async -> Bool {
        var machine = PairingsController(random: bench.random)
        let exchange = await wire.exchange(
            .pairings(machine.compose(.remove(identifier: identifier))),
            within: patience
        )
        return exchange.response.map { machine.receive($0.body).answer.error == nil && $0.status == 200 } ?? false
    }
}
