package import HAPModel
package import HAPSession

/// Reads the entries of responses to requests about characteristics.
package struct EntryReader: Sendable {
    /// The characteristics that the case names.
    let names: [String: CharacteristicID]
    private let before: [CharacteristicID: JSON]
    private let database: AttributeDatabase
    private let catalogue: Catalogue
    private let options: ReadOptions

    /// - Parameters:
    /// - names: the characteristics that the case names.
    /// - before: the values at the start of the case.
    /// - database: the accessory's declarations.
    /// - options: what a read requests in addition to values.
    package init(
        names: [String: CharacteristicID],
        before: [CharacteristicID: JSON],
        database: AttributeDatabase,
        catalogue: Catalogue,
        options: ReadOptions = ReadOptions()
    ) {
        self.names = names
        self.before = before
        self.database = database
        self.catalogue = catalogue
        self.options = options
    }

    /// The number of entries that are kept of a response.
    private static let limit = 2000

    /// The entries of a response.
    ///
    /// - Parameter isWrite: whether the request wrote, so that the entries hold no metadata.
    func entries(of answer: ObservedAnswer, isWrite: Bool) -> [ObservedEntry] {
        answer.entries.prefix(Self.limit).map { completed($0, isWrite: isWrite) }
    }

    /// The entry with the values that the judge compares it with.
    private func completed(_ entry: CharacteristicEntry, isWrite: Bool) -> ObservedEntry {
        var observed = ObservedEntry(entry, silence: .success)
        guard let id = entry.id else { return observed }
        observed.before = before[id]
        guard let known = database.characteristic(id) else { return observed }
        observed.tolerance = known.tolerance(of: entry.value)
        if !isWrite, observed.status == .success { observed.differs = differing(entry.raw, from: known) }
        if known.type?.short == "1F", let text = entry.value?.stringValue, let bytes = Base64.decode(text) {
            observed.logEntries = Self.logEntries(TLV8(decoding: bytes))
        }
        if known.type == .setupEndpoints, !isWrite, let value = entry.value, value != .null {
            observed.stream = StreamEndpoints(value).json
        }
        return observed
    }

    /// The requested metadata that differ from the database.
    private func differing(_ entry: JSON, from known: CharacteristicObject) -> [String] {
        var keys: [String] = []
        if options.metadata { keys += ["format", "unit", "minValue", "maxValue", "minStep", "maxLen"] }
        if options.permissions { keys.append("perms") }
        if options.type { keys.append("type") }
        return keys.filter { key in
            switch (entry[key], known.raw[key]) {
            case (nil, nil): false
            case (let here?, let there?) where key == "type": !Self.isSameType(here, there)
            case (let here?, let there?): !here.means(there)
            default: true
            }
        }
    }

    /// Whether two types are equal; an Apple-defined type has a short and a long form.
    private static func isSameType(_ here: JSON, _ there: JSON) -> Bool {
        guard let here = here.stringValue.flatMap(HAPType.init), let there = there.stringValue.flatMap(HAPType.init)
        else { return here.means(there) }
        return here == there
    }

    /// Counts the groups of items between separators (05).
    private static func logEntries(_ tlv: TLV8) -> Int {
        tlv.items.split { $0.type == 5 }.count
    }

    /// Whether the value does not conform to the database.
    func isMisfit(_ entry: ObservedEntry) -> Bool {
        !database.admits(entry.value, beside: entry.status, of: entry.id)
    }

    /// Whether the catalogue does not define the value.
    func isUndefined(_ entry: ObservedEntry) -> Bool {
        guard let value = entry.value?.int64Value, let type = entry.id.flatMap(database.characteristic)?.type,
            let known = catalogue.characteristic(type), ["R1", "R2"].contains(known.since),
            known.validValues?.isEmpty == false
        else { return false }
        return known.fit(value: value) != .right
    }
}
