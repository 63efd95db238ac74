import HAPModel
package import RunRecord

/// What an accessory showed of itself over each of its transports, side by side.
package struct IdentityTable: Sendable, Hashable {
    /// One fact, as each transport shows it.
    package struct Row: Sendable, Hashable {
        package var name: String
        /// What each transport shows, in the order of ``IdentityTable/transports``; `nil` if it shows nothing.
        package var texts: [String?]

        /// Whether the transports contradict each other. Every transport has its own address.
        package var differs: Bool {
            name != "address" && Set(texts.compactMap { $0?.uppercased() }).count > 1
        }
    }

    /// The names of the transports, that of the tester's own requests first.
    package private(set) var transports: [String] = []
    package private(set) var rows: [Row] = []

    /// Reads the snapshots of a journal in which transports are compared.
    ///
    /// - Returns: `nil` if the run had one transport only.
    package init?(_ events: [JournalEvent]) {
        for event in events where event.kind == .snapshot && event["name"] == "identity" {
            for side in event["sides"]?.arrayValue ?? [] {
                guard let transport = side["transport"]?.stringValue, !transports.contains(transport) else { continue }
                transports.append(transport)
                for member in side["shows"]?.objectValue?.members ?? [] {
                    add(member.value.stringValue, to: member.key)
                }
            }
        }
        guard transports.count > 1 else { return nil }
        for index in rows.indices { rows[index].texts += missing(transports.count, in: rows[index]) }
    }

    /// What a row lacks to have so many texts.
    private func missing(_ count: Int, in row: Row) -> [String?] {
        Array(repeating: nil, count: max(0, count - row.texts.count))
    }

    private mutating func add(_ text: String?, to name: String) {
        let index = rows.firstIndex { $0.name == name } ?? rows.count
        if index == rows.count { rows.append(Row(name: name, texts: [])) }
        // A record may have been edited, and name a fact twice.
        guard rows[index].texts.count < transports.count else { return }
        rows[index].texts += missing(transports.count - 1, in: rows[index]) + [text]
    }

    /// The rows in which the transports contradict each other.
    package var differing: [Row] { rows.filter(\.differs) }

    /// The table for a terminal; differences begin with `≠`. Each row is a line; if one is too long, what the transports show
    /// is below the name.
    var lines: [CleanText] {
        let count = differing.count
        let title: CleanText = count == 0 ? "the same over each transport" : "\(count) differing"
        let table = table
        return ["identity: \(title)"] + (table.contains { $0.count > CleanText.columns } ? list : table)
    }

    /// Each fact with a line for each transport.
    private var list: [CleanText] {
        rows.flatMap { row -> [CleanText] in
            let texts = zip(transports, row.texts).map { "\($0): \(CleanText($1 ?? "-", limit: 200))" as CleanText }
            return ["\(row.differs ? "≠" : " " as CleanText)  \(CleanText(row.name, limit: 40))"]
                + texts.flatMap { $0.lines(indent: 5, hanging: 7) }
        }
    }

    private var table: [CleanText] {
        func cell(_ text: String?) -> CleanText { CleanText(text ?? "-", limit: 40) }
        let head = ["", ""] + transports.map { CleanText($0, limit: 40) }
        let body = rows.map { row in
            [row.differs ? "≠" : " ", CleanText(row.name, limit: 40)] + row.texts.map(cell)
        }
        let all = [head] + body
        let widths = head.indices.map { column in all.map { $0[column].string.count }.max() ?? 0 }
        return all.map { line in
            line.enumerated().map { column, text in
                column == line.count - 1 ? text : text + .blanks(widths[column] - text.string.count)
            }.joined(separator: .blanks(2))
        }
    }

    /// The table for programs.
    var json: JSON {
        [
            "transports": .array(transports.map { .string($0) }),
            "rows": .array(
                rows.map { row in
                    var values = JSONObject()
                    for (transport, text) in zip(transports, row.texts) {
                        values[transport] = text.map { .string($0) } ?? .null
                    }
                    return ["name": .string(row.name), "shows": .object(values), "differs": .bool(row.differs)]
                }
            ),
        ]
    }

    /// The rows as pairs of a name and a text, for JUnit: `identity: category` and `ip: 5; thread: 8 (differs)`.
    var properties: [(name: String, text: String)] {
        rows.map { row in
            let texts = zip(transports, row.texts).map { "\($0): \($1 ?? "-")" }.joined(separator: "; ")
            return ("identity: \(row.name)", row.differs ? texts + " (differs)" : texts)
        }
    }
}
