import HAPController
import HAPModel
import HAPSession
import Measurement

extension Contact {
    /// Gives a characteristic its old value back in another state of its service, and then gives the service its present
    /// state back.
    ///
    /// It ends after the time of six responses, in which it begins nothing more; a state that cannot be undone ends it at once.
    ///
    /// - Parameters:
    ///   - database: says which characteristics need timed writes.
    ///   - session: a session of an administrator; another one each time if the accessory closes them.
    /// - Returns: whether the value is back, in the present state of the service, too.
    func restore(
        _ id: CharacteristicID,
        to old: JSON,
        in states: ServiceStates,
        _ change: StateChange,
        _ database: AttributeDatabase,
        session: () async -> (any Connection)?
    ) async -> Bool {
        let deadline = environment.clock.deadline(in: patience * 6)
        for state in states.states where environment.clock.now < deadline && !stop.isMade {
            guard let present = await present(state.map(\.id), in: session) else { continue }
            let wanted = Self.last(of: state).filter { entry in
                present.contains {
                    $0.id == entry.id && $0.value.map { Self.areSame($0, entry.value ?? .null) } == false
                }
            }
            let changed = present.filter { entry in wanted.contains { $0.id == entry.id } }
            guard !wanted.isEmpty, let debts = change.begin(changed, random: environment.random) else { continue }
            for entry in wanted {
                let needsTimed = database.characteristic(entry.id)?.has(.timedWrite) ?? false
                _ = await ask(needsTimed ? .timedWrite([entry], TimedWrite()) : .write([entry]), in: session)
            }
            let isTimed = database.characteristic(id)?.has(.timedWrite)
            let result = await restore(id, to: old, isTimed: isTimed, in: session)
            for (entry, debt) in zip(changed, debts).reversed() {
                // A switch that got back its value of the begin of the run keeps it: a case had turned it off.
                if result == .done, wanted.contains(where: { $0.id == entry.id && Self.isOriginal($0, in: database) }) {
                    try? change.ledger?.pay(debt)
                    continue
                }
                let isTimed = database.characteristic(entry.id)?.has(.timedWrite)
                guard await restore(entry.id, to: entry.value ?? .null, isTimed: isTimed, in: session) == .done else {
                    // It stays a debt, and a further state would only add another.
                    return false
                }
                try? change.ledger?.pay(debt)
            }
            // The end of the state may have changed the value again.
            if result == .done, await shows(old, of: id, in: session) != false { return true }
        }
        return false
    }

    /// The present values; `nil` if one of them cannot be read.
    private func present(
        _ ids: [CharacteristicID],
        in session: () async -> (any Connection)?
    ) async -> [WriteEntry]? {
        var present: [WriteEntry] = []
        for id in ids where !present.contains(where: { $0.id == id }) {
            let read = await ask(.read([id], ReadOptions()), in: session)
            guard let value = read?[id]?.value, !value.isNull else { return nil }
            present.append(WriteEntry(id: id, value: value))
        }
        return present
    }

    /// Whether the characteristic had this value when the run began.
    private static func isOriginal(_ entry: WriteEntry, in database: AttributeDatabase) -> Bool {
        guard let value = entry.value, let original = database.characteristic(entry.id)?.value else { return false }
        return areSame(original, value)
    }

    /// The last value of each characteristic.
    private static func last(of entries: [WriteEntry]) -> [WriteEntry] {
        var last: [WriteEntry] = []
        for entry in entries {
            last.removeAll { $0.id == entry.id }
            last.append(WriteEntry(id: entry.id, value: entry.value))
        }
        return last
    }
}
