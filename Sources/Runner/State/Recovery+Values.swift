import HAPController
import HAPModel
import HAPPairing
import HAPSession

/// The values that a run has changed.
extension Recovery {
    /// Restores the recorded values in a session of this pairing. Without any, it does not connect.
    ///
    /// - Parameter outcome: gets the number of restored values, and no longer lists them as left.
    func restoreValues(as pairing: AccessoryPairing, _ outcome: inout Outcome) async {
        let owed = values
        guard !owed.isEmpty else { return }
        var visited = Outcome()
        await visit(pairing, &visited) { session, visited in await restoreValues(in: session, &visited) }
        outcome.restoredValues += visited.restoredValues
        let paid = Set(owed).subtracting(values)
        outcome.left.removeAll { paid.contains($0) }
    }

    /// The values that are still recorded, in words.
    var values: [String] { owedValues.map(\.description) }

    /// The debts of a characteristic of which an older one has the original value.
    var repeatedDebts: Set<String> { Set(owedValues.flatMap { $0.debts.dropFirst() }) }

    /// The characteristics whose values are still recorded, the oldest first.
    private var owedValues: [ValueDebt] {
        var owed: [ValueDebt] = []
        for debt in debts.compactMap(ValueDebt.init) {
            guard let known = owed.firstIndex(where: { $0.id == debt.id }) else {
                owed.append(debt)
                continue
            }
            // The oldest debt has the original value.
            owed[known].debts += debt.debts
        }
        return owed
    }

    /// Pairs for the time that it takes to restore the values, because the accessory has lost the run's pairings.
    func restoreValuesByPairing(_ outcome: inout Outcome) async {
        guard let setupCode, !values.isEmpty, await contact.offer() == .offered else { return }
        let controller = Controllers(random: contact.environment.random).fresh()
        let ending = await contact.pair(
            controller,
            code: setupCode,
            returnWithin: contact.returnWithin,
            ledger: ledger
        )
        guard case .ended(let setup, .done) = ending, let pairing = setup.result else { return }
        await visit(pairing, &outcome) { session, outcome in await restoreValues(in: session, &outcome) }
        guard await removal.remove(pairing).isGone else { return }
        try? ledger.pay(Ledger.debt(of: controller))
    }

    /// A value may be accepted only beside the old values of others, so what was not taken is tried again after the others, as
    /// long as one of them was; and then in other states of its service.
    func restoreValues(in session: LastingSession, _ outcome: inout Outcome) async {
        // What was changed first is put back last.
        var owed = Array(owedValues.reversed())
        while !owed.isEmpty {
            var refused: [ValueDebt] = []
            for debt in owed {
                if await contact.restore(debt.id, to: debt.value, in: session.connection) == .done {
                    pay(debt, &outcome)
                } else {
                    refused.append(debt)
                }
            }
            guard refused.count < owed.count else { break }
            owed = refused
        }
        guard !owed.isEmpty, let wire = await session.connection(),
            let json = await wire.perform(.database, within: contact.patience).answer?.database
        else { return }
        let database = AttributeDatabase(json)
        let change = StateChange(writes: writes, ledger: ledger)
        for debt in owed {
            let states = ServiceStates(of: debt.id, in: database)
            guard
                await contact.restore(
                    debt.id,
                    to: debt.value,
                    in: states,
                    change,
                    database,
                    session: session.connection
                )
            else { continue }
            pay(debt, &outcome)
        }
    }

    private func pay(_ debt: ValueDebt, _ outcome: inout Outcome) {
        outcome.restoredValues += 1
        for debt in debt.debts { try? ledger.pay(debt) }
    }
}

/// A value that is still to be put back.
private struct ValueDebt {
    /// Several cases may have changed it.
    var debts: [String]
    let description: String
    let id: CharacteristicID
    let value: JSON

    /// - Returns: `nil` for other debts.
    init?(_ debt: Ledger.Debt) {
        guard debt.kind == .value, let aid = debt.body["aid"]?.uint64Value, let iid = debt.body["iid"]?.uint64Value,
            let value = debt.body["value"]
        else { return nil }
        (debts, description) = ([debt.id], debt.description)
        (id, self.value) = (CharacteristicID(aid: aid, iid: iid), value)
    }
}
