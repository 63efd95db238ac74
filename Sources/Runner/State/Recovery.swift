import HAPController
import HAPModel
package import HAPPairing
import HAPSession
import Measurement

/// Undoes what a run that was killed left behind: values that it changed, pairings that it made.
package struct Recovery: Sendable {
    let environment: RunEnvironment
    let ledger: Ledger
    /// The pairing that `assay pair` made; it stays.
    let keptPairing: AccessoryPairing?
    /// How long the accessory may take for an answer.
    let patience: Duration

    package init(
        environment: RunEnvironment,
        ledger: Ledger,
        keptPairing: AccessoryPairing? = nil,
        patience: Duration = .seconds(10)
    ) {
        self.environment = environment
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

    /// Pays the debts to the accessory; without debts it does not connect.
    package func run() async -> Outcome {
        var outcome = Outcome()
        if let keptPairing, !debts.isEmpty {
            await visit(keptPairing, &outcome) { wire, outcome in
                await restoreValues(on: wire, &outcome)
                await removeJoined(on: wire, &outcome)
            }
        }
        for debt in debts where debt.kind == .pairing {
            guard outcome.left.isEmpty, let identity = debt.identity else { continue }
            // The key of the accessory may have been lost with the run; that of the controller is what counts.
            let pairing = AccessoryPairing(accessoryID: "", accessoryLTPK: [], controller: identity, isAdmin: true)
            let isKnown = await visit(pairing, &outcome) { wire, outcome in
                await restoreValues(on: wire, &outcome)
                await removeAll(with: identity, on: wire, &outcome)
            }
            // Nothing to remove: the pairing was never stored, or is gone.
            if isKnown == false { try? ledger.pay(debt.id) }
        }
        outcome.left += debts.map(\.description)
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
    private var values: [String] { debts.filter { $0.kind == .value }.map(\.description) }

    /// What is still to be undone at this accessory.
    private var debts: [Ledger.Debt] { ledger.debts() }

    /// Does something in a session.
    ///
    /// - Returns: whether the accessory knows the controller; `nil` if it does not say.
    @discardableResult
    private func visit(
        _ pairing: AccessoryPairing,
        _ outcome: inout Outcome,
        _ body: (any Connection, inout Outcome) async -> Void
    ) async -> Bool? {
        let wire = environment.transport.connection(named: "recover")
        do {
            try await wire.open(within: patience)
        } catch {
            outcome.left = ["\(environment.transport.destination) is not reachable: \(error.message)"]
            return nil
        }
        let ending = await PairVerifyProcedure.session(
            for: pairing,
            on: wire,
            random: environment.random,
            within: patience,
            trustingAnyAccessory: pairing.accessoryLTPK.isEmpty
        )
        if ending == .session { await body(wire, &outcome) }
        await wire.close(abruptly: false)
        switch ending {
        case .session: return true
        case .refused: return false
        case .other(let summary):
            outcome.left = ["\(environment.transport.destination) makes no session: \(summary)"]
            return nil
        }
    }

    // MARK: Values

    private func restoreValues(on wire: any Connection, _ outcome: inout Outcome) async {
        for debt in debts where debt.kind == .value {
            guard await restore(debt, on: wire) else { continue }
            outcome.restoredValues += 1
            try? ledger.pay(debt.id)
        }
    }

    private func restore(_ debt: Ledger.Debt, on wire: any Connection) async -> Bool {
        guard let aid = debt.body["aid"]?.uint64Value, let iid = debt.body["iid"]?.uint64Value,
            let value = debt.body["value"]
        else { return false }
        let entry = WriteEntry(id: CharacteristicID(aid: aid, iid: iid), value: value)
        if await wire.perform(.write([entry]), within: patience).hasWritten { return true }
        // The characteristic may demand a timed write.
        return await wire.perform(.timedWrite([entry], TimedWrite()), within: patience).hasWritten
    }

    // MARK: Pairings

    /// Removes the controllers that joined the kept pairing.
    private func removeJoined(on wire: any Connection, _ outcome: inout Outcome) async {
        for debt in debts where debt.kind == .pairing && debt.body["seed"] == nil {
            guard let identifier = debt.body["identifier"]?.stringValue.map({ Array($0.utf8) }) else { continue }
            // An accessory whose list cannot be read may know it all the same.
            let isThere = await isListed(identifier, on: wire) ?? true
            guard await wire.pairings(.remove(identifier: identifier), within: patience).isGranted else { continue }
            // Its list is believed rather than its answer.
            guard await isListed(identifier, on: wire) != true else { continue }
            outcome.removedPairings += isThere ? 1 : 0
            try? ledger.pay(debt.id)
        }
    }

    /// Whether the accessory lists the controller; `nil` if no list comes.
    private func isListed(_ identifier: [UInt8], on wire: any Connection) async -> Bool? {
        await wire.pairings(.list, within: patience).answer?.entries.contains { $0[.identifier] == identifier }
    }

    /// Removes everybody who joined a pairing of a run's own, and that pairing last.
    private func removeAll(with identity: ControllerIdentity, on wire: any Connection, _ outcome: inout Outcome) async {
        let (others, isRid) = await wire.removeAllPairings(lastly: identity, within: patience)
        outcome.removedPairings += others
        guard isRid else { return }
        outcome.removedPairings += 1
        for debt in debts where debt.kind == .pairing {
            if debt.body["seed"] == nil || debt.body["identifier"]?.stringValue == identity.pairingID {
                try? ledger.pay(debt.id)
            }
        }
    }
}
