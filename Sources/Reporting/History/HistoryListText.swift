package import HAPModel
package import History

/// The runs of a history as a table and as JSON.
package struct HistoryListText: Sendable {
    private let runs: [KeptRun]

    package init(_ runs: [KeptRun]) {
        self.runs = runs
    }

    /// One line for each run: number, start, what it tested over which transports, exit status, and counts or operations.
    ///
    /// - Parameter columns: the width of the terminal, in which a run may need several lines; `nil` without one.
    package func table(columns: Int?) -> CleanText {
        let lines = runs.map { kept -> [CleanText] in
            let accessory = kept.run.accessory
            let firmware = accessory.firmware.map { " \($0)" } ?? ""
            return [
                CleanText(kept.label), CleanText(kept.run.started, limit: 30), CleanText(kept.run.kind.rawValue),
                CleanText("\(accessory.product)\(firmware)", limit: 200),
                "over \(CleanText(accessory.transports, limit: 40))", "exit \(kept.run.status)",
                Self.gist(kept.run),
            ]
        }
        return TextTable(lines).text(columns: columns)
    }

    /// `9 passed, 2 failed`, or the operations of a measurement.
    static func gist(_ run: HistoryRun) -> CleanText {
        switch run.kind {
        case .run:
            let counts = outcomes.compactMap { word in
                run.totals[word].flatMap { $0 > 0 ? CleanText("\($0) \(word)") : nil }
            }
            return counts.isEmpty ? "nothing judged" : counts.joined(separator: ", ")
        case .measure: return CleanText(run.figures.map(\.operation).joined(separator: ", "), limit: 400)
        }
    }

    private static let outcomes = ["passed", "failed", "warned", "skipped", "inconclusive", "errored"]

    /// All runs; times in nanoseconds.
    package var json: JSON { ["schema": 1, "runs": .array(runs.map { HistoryJSON.run($0, withFigures: true) })] }
}
