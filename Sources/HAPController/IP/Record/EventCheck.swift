import HAPModel

/// An event message's fields for monitors.
struct EventCheck {
    private let body: MessageBody

    init(_ answer: HTTPAnswer) {
        body = answer.body
    }

    var fields: JSONObject {
        if let flaw = body.jsonFlaw { return ["json-flaw": .string("\(flaw)")] }
        let entries = body.json?["characteristics"]?.arrayValue ?? []
        let repeated = Self.repeated(entries)
        return [
            "entry-flaws": .array(entries.flatMap(Self.flaws).map { .string($0) }),
            "repeated": Self.list(repeated.keys),
            "doubled": Self.list(repeated.filter { zip($0.value, $0.value.dropFirst()).contains { $0 == $1 } }.keys),
        ]
    }

    /// The values of each characteristic with several entries, in their order.
    private static func repeated(_ entries: [JSON]) -> [CharacteristicID: [JSON?]] {
        var values: [CharacteristicID: [JSON?]] = [:]
        for entry in entries {
            guard let aid = entry["aid"]?.uint64Value, let iid = entry["iid"]?.uint64Value else { continue }
            values[CharacteristicID(aid: aid, iid: iid), default: []].append(entry["value"])
        }
        return values.filter { $0.value.count > 1 }
    }

    private static func list(_ ids: some Sequence<CharacteristicID>) -> JSON {
        .array(ids.sorted().map { .string($0.description) })
    }

    private static func flaws(_ entry: JSON) -> [String] {
        guard let object = entry.objectValue else { return ["\(entry.serialized()) is not an entry"] }
        var flaws: [String] = []
        if object["aid"]?.uint64Value == nil { flaws.append("no aid in \(entry.serialized())") }
        if object["iid"]?.uint64Value == nil { flaws.append("no iid in \(entry.serialized())") }
        if object["value"] == nil { flaws.append("no value in \(entry.serialized())") }
        return flaws
    }
}
