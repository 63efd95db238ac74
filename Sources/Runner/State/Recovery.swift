import HAPController
import HAPModel
package import HAPPairing
import HAPSession
import Measurement

/// Undoes the changes of a killed run: values that it wrote, pairings that it made.
package struct Recovery: Sendable {
    let environment: RunEnvironment
    let ledger: Ledger
    /// The pairing that `assay pair` made. It is never removed.
    let keptPairing: AccessoryPairing?
    /// How long to wait for each response.
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

    /// What was undone and what was not.
    package struct Outcome: Sendable, Hashable {
        package var removedPairings = 0
        package var restoredValues = 0
        /// What could not be undone, in words. It stays in the ledger.
        package var left: [String] = []
    }

    /// Undoes the recorded changes. Without any, it does not connect.
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
            // The accessory's key may have been lost with the run; only the controller's key is needed.
            let pairing = AccessoryPairing(accessoryID: "", accessoryLTPK: [], controller: identity, isAdmin: true)
            let isKnown = await visit(pairing, &outcome) { wire, outcome in
                await restoreValues(on: wire, &outcome)
                await removeAll(with: identity, on: wire, &outcome)
            }
            // The pairing was never stored or was already removed.
            if isKnown == false { try? ledger.pay(debt.id) }
        }
        outcome.left += debts.map(\.description)
        try? ledger.compact()
        return outcome
    }

    /// Restores the recorded values in a session of this pairing. Without any, it does not connect.
    ///
    /// - Parameter outcome: gets the number of restored values, and no longer lists them as left.
    func restoreValues(as pairing: AccessoryPairing, _ outcome: inout Outcome) async {
        let owed = values
        guard !owed.isEmpty else { return }
        var visited = Outcome()
        await visit(pairing, &visited) { wire, visited in await restoreValues(on: wire, &visited) }
        outcome.restoredValues += visited.restoredValues
        let paid = Set(owed).subtracting(values)
        outcome.left.removeAll { paid.contains($0) }
    }

    /// The values that are still recorded, in words.
    private var values: [String] { debts.filter { $0.kind == .value }.map(\.description) }

    /// The changes that are still to be undone at this accessory.
    private var debts: [Ledger.Debt] { ledger.debts() }

    /// Runs `body` in a session.
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
            outcome.left = ["\(environment.transport.destination) did not start a session: \(summary)"]
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
        // The characteristic may require a timed write.
        return await wire.perform(.timedWrite([entry], TimedWrite()), within: patience).hasWritten
    }

    // MARK: Pairings

    /// Removes the controllers that were added through the kept pairing.
    private func removeJoined(on wire: any Connection, _ outcome: inout Outcome) async {
        for debt in debts where debt.kind == .pairing && debt.body["seed"] == nil {
            guard let identifier = debt.body["identifier"]?.stringValue.map({ Array($0.utf8) }) else { continue }
            // If the list of pairings cannot be read, the controller may still be in it.
            let isThere = await isListed(identifier, on: wire) ?? true
            guard await wire.pairings(.remove(identifier: identifier), within: patience).isGranted else { continue }
            // The list of pairings decides, not the response to the removal.
            guard await isListed(identifier, on: wire) != true else { continue }
            outcome.removedPairings += isThere ? 1 : 0
            try? ledger.pay(debt.id)
        }
    }

    /// Whether the accessory lists the controller; `nil` if it does not return a list.
    private func isListed(_ identifier: [UInt8], on wire: any Connection) async -> Bool? {
        await wire.pairings(.list, within: patience).answer?.entries.contains { $0[.identifier] == identifier }
    }

    /// Removes all controllers that were added through a pairing of the run, and then this pairing.
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
