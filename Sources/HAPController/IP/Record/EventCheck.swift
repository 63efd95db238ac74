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
        return [
            "entry-flaws": .array(entries.flatMap(Self.flaws).map { .string($0) }),
            "repeated": .array(Self.repeated(entries).map { .string($0) }),
        ]
    }

    /// The ids that more than one entry has.
    private static func repeated(_ entries: [JSON]) -> [String] {
        let ids = entries.compactMap { entry -> CharacteristicID? in
            guard let aid = entry["aid"]?.uint64Value, let iid = entry["iid"]?.uint64Value else { return nil }
            return CharacteristicID(aid: aid, iid: iid)
        }
        let counts = Dictionary(grouping: ids) { $0 }
        return counts.filter { $0.value.count > 1 }.keys.sorted().map(\.description)
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
