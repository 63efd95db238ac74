import HAPModel
import HAPSession

/// What monitors look at in an event message.
struct EventCheck {
    private let body: CharacteristicsBody
    private let database: AttributeDatabase

    init(_ body: CharacteristicsBody, database: AttributeDatabase) {
        self.body = body
        self.database = database
    }

    var fields: JSONObject {
        JSONObject([
            "entry-flaws": .array(body.entries.flatMap { Self.flaws($0.raw) }.map { .string($0) }),
            "misfits": .array(body.entries.filter(isMisfit).map { .string($0.raw.serialized()) }),
        ])
    }

    private static func flaws(_ entry: JSON) -> [String] {
        guard let object = entry.objectValue else { return ["\(entry.serialized()) is no entry"] }
        var flaws: [String] = []
        if object["aid"]?.uint64Value == nil { flaws.append("no aid in \(entry.serialized())") }
        if object["iid"]?.uint64Value == nil { flaws.append("no iid in \(entry.serialized())") }
        if object["value"] == nil { flaws.append("no value in \(entry.serialized())") }
        return flaws
    }

    private func isMisfit(_ entry: CharacteristicEntry) -> Bool {
        guard let value = entry.value, let known = entry.id.flatMap(database.characteristic)
        else { return false }
        return !ValueCheck(known, value: value).isRight
    }
}
