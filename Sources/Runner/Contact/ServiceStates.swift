import HAPController
import HAPCrypto
import HAPModel
import HAPSession

/// The states of a service in which an accessory may accept a value that it refuses in the present one, such as a colour only
/// while the light is on.
struct ServiceStates: Sendable {
    /// The values of other characteristics that make a state; the likeliest state first.
    private(set) var states: [[WriteEntry]] = []

    /// How many states are tried at most. Each takes two writes.
    private static let limit = 12
    /// How many values a characteristic may have to count as a mode of its service.
    private static let valuesOfMode = 6

    /// - Parameters:
    ///   - id: the characteristic whose value is refused.
    ///   - accepted: the values that were written when the accessory last accepted one of this characteristic.
    init(of id: CharacteristicID, in database: AttributeDatabase, accepted: [WriteEntry] = []) {
        guard let service = database.place(of: id)?.service else { return }
        let others = service.characteristics.filter { other in
            other.iid != id.iid && other.has(.pairedRead) && other.has(.pairedWrite) && !other.has(.writeResponse)
        }
        let ids = Set(others.compactMap(\.iid))
        let earlier = accepted.filter { $0.id.aid == id.aid && ids.contains($0.id.iid) }
        if !earlier.isEmpty { states.append(earlier) }
        for other in others {
            guard let iid = other.iid else { continue }
            let entry = WriteEntry(id: CharacteristicID(aid: id.aid, iid: iid))
            states += Self.values(of: other).map { value in
                var entry = entry
                entry.value = value
                return [entry]
            }
        }
        states = Array(states.prefix(Self.limit))
    }

    /// The values of a switch or a mode; empty for every other characteristic.
    private static func values(of characteristic: CharacteristicObject) -> [JSON] {
        if characteristic.format == .bool { return [true, false] }
        guard characteristic.format?.isInteger == true else { return [] }
        if let valid = characteristic.validValues {
            return valid.count <= valuesOfMode ? valid.map { JSON($0) } : []
        }
        guard let lowest = characteristic.minValue?.int64, let highest = characteristic.maxValue?.int64,
            lowest <= highest, highest.subtractingReportingOverflow(lowest).partialValue < valuesOfMode
        else { return [] }
        return (lowest...highest).map { JSON($0) }
    }
}

/// What may be written to bring a service into another state, and what must be undone.
struct StateChange: Sendable {
    /// Limits the writes of the run.
    let writes: WriteBudget
    /// Where the present values are recorded before they are changed; `nil` records nothing.
    let ledger: Ledger?

    /// Records the present values before they are changed.
    ///
    /// - Returns: the ids of their debts; `nil` if they must not be changed.
    func begin(_ present: [WriteEntry], random: any RandomSource) -> [String]? {
        guard writes.spend(present.map(\.id)) == nil else { return nil }
        var debts: [String] = []
        for entry in present {
            guard let value = entry.value else { return nil }
            let debt = "state-\(entry.id)-\(Hex.encode(random.bytes(8)))"
            guard ledger.owe(value: value, of: entry.id, debt: debt) else { return nil }
            debts.append(debt)
        }
        return debts
    }
}
