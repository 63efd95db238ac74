package import HAPController
package import HAPModel

/// The result of an exchange about characteristics, entry by entry.
package struct EntriesObservation: Sendable {
    /// One response with its entries.
    package struct Answer: Sendable {
        package let answer: ObservedAnswer
        package let entries: [ObservedEntry]
    }

    package var exchange: ExchangeObservation
    /// All responses in their order.
    package let answers: [Answer]
    /// The characteristics of the request, in its order.
    package let asked: [CharacteristicID]
    /// Whether the request writes no value, but only subscribes or unsubscribes.
    package let onlySubscribes: Bool
    /// The entry that represents the response: the first one.
    package var entry: ObservedEntry?
    /// Entries whose value does not conform to the database.
    package let misfits: [ObservedEntry]
    /// Entries whose value the catalogue does not define.
    package let undefined: [ObservedEntry]
    /// Entries whose metadata differ from the database.
    package let differing: [ObservedEntry]
    /// The request for a stream of a camera that the exchange carried.
    package var stream: JSON?
    /// The entry of each characteristic that the case names.
    package let named: [(name: String, entry: ObservedEntry)]

    /// - Parameters:
    /// - kind: `exchange` for raw bytes.
    /// - within: how long the tester waited.
    package init(
        _ exchange: Exchange,
        kind: ExchangeObservation.Kind = .entries,
        within: Duration,
        reader: EntryReader
    ) {
        self.init(exchange, exchange.answers.map { ObservedAnswer($0) }, kind: kind, within: within, reader: reader)
    }

    /// - Parameter answers: the responses of the exchange, the direct one first.
    package init(
        _ exchange: Exchange,
        _ answers: [ObservedAnswer],
        kind: ExchangeObservation.Kind = .entries,
        within: Duration,
        reader: EntryReader
    ) {
        self.exchange = ExchangeObservation(exchange, answers.first, kind: kind, within: within)
        self.answers = answers.map { Answer(answer: $0, entries: reader.entries(of: $0, isWrite: exchange.isWrite)) }
        asked = exchange.asked
        onlySubscribes = exchange.onlySubscribes
        let entries = self.answers.first?.entries ?? []
        entry = entries.first
        misfits = entries.filter(reader.isMisfit)
        undefined = entries.filter(reader.isUndefined)
        differing = entries.filter { $0.differs?.isEmpty == false }
        named = reader.names.sorted { $0.key < $1.key }.compactMap { name, id in
            entries.last { $0.id == id }.map { (name, $0) }
        }
    }

    /// The entries of the response.
    package var entries: [ObservedEntry] { answers.first?.entries ?? [] }

    /// The observation for the judge.
    package var json: JSON {
        let entries = entries
        let ids = entries.compactMap(\.id)
        let encoded = entries.map(\.json)
        var fields = exchange.fields
        func set(_ key: String, _ value: JSON) { fields.members.append(.init(key: key, value: value)) }
        set("entries", .array(encoded))
        if let entry { set("entry", entry.json) }
        set("asked", Self.texts(asked))
        if onlySubscribes { set("only-subscribes", true) }
        set("ids", Self.texts(ids))
        set("missing", Self.texts(asked.filter { !ids.contains($0) }))
        set("extra", Self.texts(ids.filter { !asked.contains($0) }))
        set("statuses", .array(entries.map(\.statusJSON)))
        set("status-codes", .array(entries.map { $0.status.map { JSON($0.rawValue) } ?? .null }))
        let failed = entries.filter { $0.status != .success }
        set("failed", .array(failed.map { .string($0.id.map(\.description) ?? "?") }))
        set("evs", .array(Self.distinct(entries.compactMap { $0.raw["ev"] })))
        set("misfits", .array(misfits.map(Self.shown)))
        set("undefined", .array(undefined.map(Self.shown)))
        set("differing", .array(differing.map(Self.metadata)))
        set("of", .object(JSONObject(members: named.map { .init(key: $0.name, value: $0.entry.json) })))
        set("answers", .array(answers.map(Self.encoded)))
        if let stream { set("stream", stream) }
        return .object(fields)
    }

    private static func encoded(_ answer: Answer) -> JSON {
        [
            answer.answer.message.namespace: answer.answer.form, "body": answer.answer.body ?? .null,
            "entries": .array(answer.entries.map(\.json)),
            "id": answer.entries.first?.id.map { .string($0.description) } ?? .null,
        ]
    }

    private static func texts(_ ids: [CharacteristicID]) -> JSON { .array(ids.map { .string($0.description) }) }

    private static func distinct(_ values: [JSON]) -> [JSON] {
        values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func shown(_ entry: ObservedEntry) -> JSON {
        .string("\(entry.id.map(\.description) ?? "?"): \(entry.value?.serialized() ?? "absent")")
    }

    private static func metadata(_ entry: ObservedEntry) -> JSON {
        let keys = (entry.differs ?? []).map { "\($0) \(entry.raw[$0]?.serialized() ?? "absent")" }
        return .string("\(entry.id.map(\.description) ?? "?"): \(keys.joined(separator: ", "))")
    }
}
