package import HAPModel
import SuiteLanguage

/// The records of runs as a table and as JSON.
package struct RecordText: Sendable {
    /// A record in the table.
    package struct Row: Sendable {
        package var name: String
        package var accessory: String
        package var status: Int64?
        /// Whether the run is in progress.
        package var isInProgress: Bool
        package var totals: JSON
        /// The measured times, as in the summary; null without any.
        package var latency: JSON
        package var size: Int

        package init(
            name: String,
            accessory: String,
            status: Int64?,
            isInProgress: Bool,
            totals: JSON,
            latency: JSON,
            size: Int
        ) {
            self.name = name
            self.accessory = accessory
            self.status = status
            self.isInProgress = isInProgress
            self.totals = totals
            self.latency = latency
            self.size = size
        }
    }

    private let rows: [Row]

    package init(_ rows: [Row]) {
        self.rows = rows
    }

    /// One line for each record: its name, the exit status, the size, and the totals or what was measured.
    ///
    /// - Parameter columns: the width of the terminal, in which a record may need several lines; `nil` without one.
    package func table(columns: Int?) -> CleanText {
        guard !rows.isEmpty else { return "no records" }
        let lines = rows.map { row in
            let end = row.status.map { "exit \($0)" } ?? (row.isInProgress ? "in progress" : "cut off")
            return [row.name, row.accessory, end, Self.size(row.size), row.gist]
                .map { CleanText($0, limit: 200) }
        }
        return TextTable(lines).text(columns: columns)
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
                if row.isInProgress { object["in-progress"] = true }
                if let operations = row.operations { object["operations"] = .array(operations.map { .string($0) }) }
                return .object(object)
            }
        )
    }
}

extension RecordText.Row {
    private static let outcomes = ["passed", "failed", "warned", "skipped", "inconclusive", "errored"]

    /// What a measurement measured; `nil` for a run.
    fileprivate var operations: [String]? {
        // Only a measurement has budgets beside its operations; those of a run are part of its cases.
        guard latency["budgets"] != nil else { return nil }
        return (latency["operations"]?.arrayValue ?? []).compactMap { $0["operation"]?.stringValue }
    }

    /// `9 passed, 2 failed`, or the operations of a measurement and the budgets that it does not meet:
    /// `connect, read; 1 budget failed`.
    fileprivate var gist: String {
        guard let operations else {
            let counts = Self.outcomes.compactMap { word in
                totals[word]?.int64Value.flatMap { $0 > 0 ? "\($0) \(word)" : nil }
            }
            return counts.joined(separator: ", ")
        }
        let outcomes = (latency["budgets"]?.arrayValue ?? []).compactMap { $0["outcome"]?.stringValue }
        let broken = ["failed", "warned", "unmeasured"].compactMap { word in
            let count = outcomes.count { $0 == word }
            return count > 0 ? "\(Spoken.count(count, "budget")) \(word)" : nil
        }
        let names = operations.isEmpty ? "nothing measured" : operations.joined(separator: ", ")
        return ([names] + broken).joined(separator: "; ")
    }
}
