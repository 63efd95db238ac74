package import History
import HistoryStore
package import Reporting
package import RunRecord
import SuiteLanguage

/// A history that the user names: runs and measurements of many days, in a file or in a database.
package struct RunHistory: Sendable {
    private let place: HistoryPlace

    /// - Parameter text: a path, `sqlite:///path` or `postgresql://…`.
    /// - Throws: ``SetupError`` if it is none of them.
    package init(_ text: String) throws(SetupError) {
        place = try SetupError.with(.unusable) { try HistoryPlace(text) }
    }

    /// Checks that it can be written, and makes it if it is missing, so that no run is carried out in vain.
    ///
    /// - Throws: ``SetupError`` if it cannot be written.
    package func check() throws(SetupError) {
        if case .file(let path) = place { try NamedFolder.checkAddition(to: path, option: "--history") }
        _ = try SetupError.with(.unusable) { try HistoryStore.writing(place) }
    }

    /// Keeps a run or a measurement that has ended.
    ///
    /// - Parameters:
    ///   - events: its journal.
    ///   - record: the folder of its record.
    /// - Returns: why that was not possible; `nil` if it was.
    package func keep(_ report: RunReport, _ events: [JournalEvent], record: String) -> String? {
        do throws(HistoryError) {
            _ = try HistoryStore.writing(place).keep(HistoryRun(report, events, record: record), report.keptVerdicts)
            return nil
        } catch {
            return "the run is not in the history: \(error); `assay history add \(record)` adds it later"
        }
    }

    /// Adds a record.
    ///
    /// - Returns: its number, whether it is new, and what to know if events of the record cannot be read, one line each.
    /// - Throws: ``SetupError`` if the record cannot be read or was cut off, or the history cannot be written.
    package func add(_ record: String) throws(SetupError) -> (number: Int64, isNew: Bool, complaints: [String]) {
        let run = try RecordedRun(record)
        if let cut = run.cut {
            throw SetupError(
                .unusable,
                "\(record) is not added to the history: \(cut); add the record of a run that has ended"
            )
        }
        try check()
        let kept = HistoryRun(run.report, run.reader.events, record: record)
        let (number, isNew) = try SetupError.with(.unusable) {
            try HistoryStore.writing(place).keep(kept, run.report.keptVerdicts)
        }
        return (number, isNew, run.complaints)
    }

    /// The newest runs.
    ///
    /// - Parameters:
    ///   - accessory: the name, the product or the Device ID, or a part of them; `nil` for all.
    ///   - last: how many runs at most.
    ///   - needsProduct: whether to leave out runs of which it is not known which product they tested.
    /// - Throws: ``SetupError`` if the history cannot be read or has no such run.
    package func runs(
        of accessory: String?,
        last: Int,
        needsProduct: Bool = false
    ) throws(SetupError) -> [KeptRun] {
        func isWanted(_ run: HistoryRun) -> Bool { !needsProduct || run.hasProduct }
        let runs = try SetupError.with(.unusable) {
            let store = try HistoryStore.reading(place)
            guard let accessory else { return try store.runs(last: last, where: isWanted) }
            return try store.runs(of: accessory, last: last, where: isWanted)
        }
        guard runs.isEmpty else { return runs }
        let whose = accessory.map { " of an accessory like `\($0)`" } ?? ""
        let condition = needsProduct ? " that reached its accessory" : ""
        throw SetupError(.unusable, "the history \(place) has no run\(whose)\(condition)")
    }

    /// What the newest runs of one product say.
    ///
    /// - Throws: ``SetupError`` as for ``runs(of:last:needsProduct:)``, or if the runs are of several products.
    package func reading(of accessory: String?, last: Int, seed: UInt64 = 1) throws(SetupError) -> HistoryReading {
        let runs = try runs(of: accessory, last: last, needsProduct: true)
        let products = Set(runs.map(\.run.accessory.product)).sorted()
        guard products.count == 1 else {
            let names = products.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
            throw SetupError(
                .unusable,
                "the history \(place) has runs of \(products.count) products (\(names)); name one with --accessory"
            )
        }
        let verdicts = try SetupError.with(.unusable) {
            try HistoryStore.reading(place).changingVerdicts(of: runs)
        }
        return HistoryReading(runs, verdicts: verdicts, seed: seed)
    }
}
