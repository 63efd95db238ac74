import HAPModel

/// The result of giving a characteristic its old value back.
enum Restoration: Hashable {
    case done
    /// The value is not back; what the accessory answered to the last write, in words.
    case failed(String)

    /// The record of it: `characteristic` and `done`; if it failed, also the `value` and the `answer`.
    func record(of id: CharacteristicID, old: JSON) -> JSON {
        var record: JSONObject = ["characteristic": .string(id.description), "done": .bool(self == .done)]
        if case .failed(let answer) = self {
            record["value"] = old
            record["answer"] = .string(answer)
        }
        return .object(record)
    }
}
