import HAPController
import HAPModel
import HAPSession

extension Contact {
    /// Gives a characteristic its old value back.
    ///
    /// A read decides whether the value is back, not the response to the write.
    ///
    /// - Parameters:
    ///   - isTimed: whether the characteristic requires timed writes; `nil` if that is not known.
    ///   - wire: a session of an administrator.
    /// - Returns: whether the value is back.
    func restore(_ id: CharacteristicID, to old: JSON, isTimed: Bool? = nil, on wire: any Connection) async -> Bool {
        if await shows(old, of: id, on: wire) == true { return true }
        let entry = WriteEntry(id: id, value: old)
        let (plain, timed) = (Operation.write([entry]), Operation.timedWrite([entry], TimedWrite()))
        let ways: [Operation] =
            switch isTimed {
            case true?: [timed, timed]
            case false?: [plain, plain]
            case nil: [plain, timed]
            }
        for way in ways {
            let hasWritten = await wire.perform(way, within: patience).hasWritten
            // A characteristic that cannot be read now is only known by the response.
            if await shows(old, of: id, on: wire) ?? hasWritten { return true }
            if !wire.isOpen { break }
        }
        return false
    }

    /// Whether the characteristic has the value; `nil` if it cannot be read.
    private func shows(_ value: JSON, of id: CharacteristicID, on wire: any Connection) async -> Bool? {
        let exchange = await wire.perform(.read([id], ReadOptions()), within: patience)
        let entry = exchange.answer?.entries.first { $0.id == id }
        return entry?.value.map { Self.areSame($0, value) }
    }

    /// Whether two values mean the same: a bool may be 0 or 1, and a float is stored with six digits or more.
    private static func areSame(_ one: JSON, _ other: JSON) -> Bool {
        guard let one = one.number, let other = other.number else { return one == other }
        return abs(one - other) <= 1e-5 * max(1, abs(one))
    }
}

extension JSON {
    fileprivate var number: Double? { boolValue.map { $0 ? 1 : 0 } ?? doubleValue }
}
