import HAPModel
import HTTPWire

/// What monitors look at in an event message.
struct EventCheck {
    private let message: HTTPMessage
    private let database: AttributeDatabase

    init(_ message: HTTPMessage, database: AttributeDatabase) {
        self.message = message
        self.database = database
    }

    var fields: JSONObject {
        let body = try? JSON.parse(message.body)
        let entries = body?["characteristics"]?.arrayValue ?? []
        return JSONObject([
            "entry-flaws": .array(entries.flatMap(Self.flaws).map { .string($0) }),
            "misfits": .array(entries.filter(isMisfit).map { .string($0.serialized()) }),
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

    private func isMisfit(_ entry: JSON) -> Bool {
        guard let value = entry["value"], let known = EntriesObservation.id(entry).flatMap(database.characteristic)
        else { return false }
        return !ValueCheck(known, value: value).isRight
    }
}
