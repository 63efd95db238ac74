import HAPModel

/// The result of giving a characteristic its old value back.
enum Restoration: Hashable {
    case done
    /// The value is not back; what the accessory answered to the last write, in words, and whether it accepted that write.
    case failed(String, accepted: Bool = false)

    /// The record of it: `characteristic` and `done`; if it failed, also the `value`, the `answer`, and `accepted` if the accessory
    /// answered that it took the value.
    func record(of id: CharacteristicID, old: JSON) -> JSON {
        var record: JSONObject = ["characteristic": .string(id.description), "done": .bool(self == .done)]
        if case .failed(let answer, let accepted) = self {
            record["value"] = old
            record["answer"] = .string(answer)
            if accepted { record["accepted"] = true }
        }
        return .object(record)
    }
}
