package import HAPModel

/// The records of runs as a table and as JSON.
package struct RecordText: Sendable {
    /// A record in the table.
    package struct Row: Sendable {
        package var name: String
        package var accessory: String
        package var status: Int64?
        package var totals: JSON
        package var size: Int

        package init(name: String, accessory: String, status: Int64?, totals: JSON, size: Int) {
            self.name = name
            self.accessory = accessory
            self.status = status
            self.totals = totals
            self.size = size
        }
    }

    private let rows: [Row]

    package init(_ rows: [Row]) {
        self.rows = rows
    }

    private static let outcomes = ["passed", "failed", "warned", "skipped", "inconclusive", "errored"]

    /// One line for each record: its name, the exit status, the totals and the size.
    package var table: CleanText {
        guard !rows.isEmpty else { return "no records" }
        let lines = rows.map { row in
            let counts = Self.outcomes.compactMap { word in
                row.totals[word]?.int64Value.flatMap { $0 > 0 ? "\($0) \(word)" : nil }
            }
            let end = row.status.map { "exit \($0)" } ?? "cut off"
            return [row.name, row.accessory, end, Self.size(row.size), counts.joined(separator: ", ")]
                .map { CleanText($0, limit: 200) }
        }
        let widths = (0..<4).map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "  " + line[4]
        }.joined(separator: "\n")
    }

    /// `1.4 MB`
    package static func size(_ bytes: Int) -> String {
        let tenths = bytes / 100_000
        return tenths > 0 ? "\(tenths / 10).\(tenths % 10) MB" : "\((bytes + 999) / 1000) kB"
    }

    /// The records as an array.
    package var json: JSON {
        .array(
            rows.map { row in
                var object = JSONObject([
                    "record": .string(row.name), "accessory": .string(row.accessory), "totals": row.totals,
                    "bytes": JSON(row.size),
                ])
                object["exit"] = row.status.map { JSON($0) }
                return .object(object)
            }
        )
    }
}
