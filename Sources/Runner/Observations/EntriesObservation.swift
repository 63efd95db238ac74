import HAPController
import HAPModel
import HAPSession
import HTTPWire

/// What an exchange about characteristics brought, entry by entry.
struct EntriesObservation {
    /// The characteristics that the case has a name for.
    let names: [String: CharacteristicID]
    /// Values when the case began.
    let before: [CharacteristicID: JSON]
    let database: AttributeDatabase
    let catalogue: Catalogue
    /// The characteristics of the request, in its order.
    let asked: [CharacteristicID]
    /// A 204 stands for status 0 of everything that was asked.
    let isWrite: Bool
    /// What a read asks for beside the values.
    var options = ReadOptions()

    /// Adds what the answers say to what is known of the exchange.
    func add(_ answers: [HTTPMessage], to fields: inout JSONObject) {
        let entries = answers.first.map { self.entries(of: $0) } ?? []
        fields["entries"] = .array(entries)
        if let first = entries.first { fields["entry"] = first }
        let ids = entries.compactMap(Self.id)
        fields["asked"] = .array(asked.map { .string($0.description) })
        fields["ids"] = .array(ids.map { .string($0.description) })
        fields["missing"] = .array(asked.filter { !ids.contains($0) }.map { .string($0.description) })
        fields["extra"] = .array(ids.filter { !asked.contains($0) }.map { .string($0.description) })
        fields["statuses"] = .array(entries.map { $0["status"] ?? .null })
        fields["status-codes"] = .array(entries.map { $0["status-code"] ?? .null })
        fields["evs"] = .array(Self.distinct(entries.compactMap { $0["ev"] }))
        fields["misfits"] = .array(entries.filter(isMisfit).map(Self.shown))
        fields["undefined"] = .array(entries.filter(isUndefined).map(Self.shown))
        fields["of"] = of(entries)
        fields["answers"] = .array(
            answers.map { answer in
                let entries = self.entries(of: answer)
                return [
                    "http": ExchangeObservation.http(answer), "body": (try? JSON.parse(answer.body)) ?? .null,
                    "entries": .array(entries),
                    "id": entries.first.flatMap(Self.id).map { .string($0.description) } ?? .null,
                ]
            }
        )
    }

    private func entries(of answer: HTTPMessage) -> [JSON] {
        if answer.status == 204 {
            guard isWrite else { return [] }
            return asked.map { completed(["aid": JSON($0.aid), "iid": JSON($0.iid), "status": 0]) }
        }
        let entries = (try? JSON.parse(answer.body))?["characteristics"]?.arrayValue ?? []
        return entries.prefix(Self.limit).map(completed)
    }

    /// Entries that are kept of an answer.
    private static let limit = 2000

    /// The entry with what the judge compares it with.
    private func completed(_ entry: JSON) -> JSON {
        guard case .object(var object) = entry else { return entry }
        // A status that is not sent says success.
        object.nameStatus(absent: .success)
        guard let id = Self.id(entry) else { return .object(object) }
        if let old = before[id] { object["before"] = old }
        guard let known = database.characteristic(id) else { return .object(object) }
        object.add(toleranceOf: known)
        if !isWrite, object["status-code"]?.int64Value == 0 {
            object["differs"] = .array(differing(object, from: known).map { .string($0) })
        }
        if known.type?.short == "1F", let text = object["value"]?.stringValue, let bytes = Base64.decode(text) {
            object["log-entries"] = JSON(Self.logEntries(TLV8(decoding: bytes)))
        }
        return .object(object)
    }

    /// The metadata that are not as in the database, among those that were asked for.
    private func differing(_ entry: JSONObject, from known: CharacteristicObject) -> [String] {
        var keys: [String] = []
        if options.metadata { keys += ["format", "unit", "minValue", "maxValue", "minStep", "maxLen"] }
        if options.permissions { keys.append("perms") }
        if options.type { keys.append("type") }
        return keys.filter { key in
            switch (entry[key], known.raw[key]) {
            case (nil, nil): false
            case (let here?, let there?): !here.means(there)
            default: true
            }
        }
    }

    /// Groups of items between separators (05).
    private static func logEntries(_ tlv: TLV8) -> Int {
        tlv.items.split { $0.type == 5 }.count
    }

    private func isMisfit(_ entry: JSON) -> Bool {
        guard let value = entry["value"], let known = Self.id(entry).flatMap(database.characteristic) else {
            return false
        }
        return !ValueCheck(known, value: value).isRight
    }

    private func isUndefined(_ entry: JSON) -> Bool {
        guard let value = entry["value"]?.int64Value,
            let type = Self.id(entry).flatMap(database.characteristic)?.type,
            let known = catalogue.characteristic(type), ["R1", "R2"].contains(known.since),
            known.validValues?.isEmpty == false
        else { return false }
        return known.fit(value: value) != .right
    }

    /// The entry of each characteristic that has a name.
    private func of(_ entries: [JSON]) -> JSON {
        var object = JSONObject()
        for (name, id) in names.sorted(by: { $0.key < $1.key }) {
            if let entry = entries.last(where: { Self.id($0) == id }) { object[name] = entry }
        }
        return .object(object)
    }

    /// The characteristic that an entry is about.
    static func id(_ entry: JSON) -> CharacteristicID? {
        guard let aid = entry["aid"]?.uint64Value, let iid = entry["iid"]?.uint64Value else { return nil }
        return CharacteristicID(aid: aid, iid: iid)
    }

    static func distinct(_ values: [JSON]) -> [JSON] {
        values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func shown(_ entry: JSON) -> JSON {
        .string("\(id(entry).map(\.description) ?? "?"): \(entry["value"]?.serialized() ?? "absent")")
    }
}
