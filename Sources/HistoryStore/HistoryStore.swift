package import History
import Measurement

/// A history that is open: a file of SQLite, or a database of PostgreSQL.
///
/// Each function is one transaction, so a reader never sees a part of a run, and two writers do not disturb each other.
package struct HistoryStore {
    private let place: HistoryPlace
    let database: any SQLDatabase

    /// Opens a history to write to it, and makes it if it is missing.
    ///
    /// - Throws: ``HistoryError`` if it cannot be opened or written, or belongs to another program or a newer version.
    package static func writing(_ place: HistoryPlace) throws(HistoryError) -> HistoryStore {
        let store = try HistoryStore(place, creates: true)
        try store.database.write { session in
            try Migration.bringUp(session, at: place, tables: try store.database.tables(session))
            try RunRow.checkInsertion(into: session)
        }
        return store
    }

    /// Opens a history to read it. Nothing in it changes.
    ///
    /// - Throws: ``HistoryError`` if it does not exist, cannot be opened, or belongs to another program or version.
    package static func reading(_ place: HistoryPlace) throws(HistoryError) -> HistoryStore {
        let store = try HistoryStore(place, creates: false)
        let standing = try store.database.read { session in
            try Migration.standing(session, tables: try store.database.tables(session))
        }
        switch standing {
        case .empty:
            throw HistoryError("the history \(place) is empty; `assay run --history` keeps a run in it")
        case .at(let number) where number < (Migration.all.last?.number ?? 0):
            return try writing(place)
        case .at, .foreign:
            do { try Migration.check(standing, at: place) } catch {
                throw error as? HistoryError ?? HistoryError("\(error)")
            }
            return store
        }
    }

    private init(_ place: HistoryPlace, creates: Bool) throws(HistoryError) {
        self.place = place
        database = try Self.database(place, creates: creates)
    }

    static func database(_ place: HistoryPlace, creates: Bool) throws(HistoryError) -> any SQLDatabase {
        switch place {
        case .file(let path): try SQLiteFile(path, creates: creates)
        case .server(let address): try PostgresServer(address, creates: creates)
        }
    }

    /// Keeps a run with its verdicts.
    ///
    /// - Returns: its number, and whether it is new: a run that the history has is not kept again.
    package func keep(
        _ run: HistoryRun,
        _ verdicts: [HistoryVerdict]
    ) throws(HistoryError) -> (number: Int64, isNew: Bool) {
        try database.write { session in
            let known = try session.run("SELECT number FROM runs WHERE id = $1", [.text(run.id)])
            if let number = known.first?.first?.integer { return (number, false) }
            let largest = try session.run("SELECT MAX(number) FROM runs").first?.first?.integer ?? 0
            try RunRow.insert(run, number: largest + 1, verdicts, into: session)
            return (largest + 1, true)
        }
    }

    /// The newest runs with their figures and totals, in the order of their numbers.
    ///
    /// - Parameter last: how many of the runs that `isWanted` accepts.
    package func runs(
        last: Int,
        where isWanted: (HistoryRun) -> Bool = { _ in true }
    ) throws(HistoryError) -> [KeptRun] {
        try database.read { session in try RunRow.newest(last, in: session, where: isWanted) }
    }

    /// The newest runs of an accessory, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - text: its name, product or Device ID. Only if no run has exactly this one, it may be a part: `Acme B1` is not
    ///     `Acme B10` where both are.
    ///   - last: how many of the runs that `isWanted` accepts.
    package func runs(
        of text: String,
        last: Int,
        where isWanted: (HistoryRun) -> Bool = { _ in true }
    ) throws(HistoryError) -> [KeptRun] {
        try database.read { session in
            let isExact = try !RunRow.newest(1, in: session) { $0.accessory.isCalled(text) }.isEmpty
            return try RunRow.newest(last, in: session) { run in
                isWanted(run) && (isExact ? run.accessory.isCalled(text) : run.accessory.matches(text))
            }
        }
    }

    /// The verdicts of runs by their numbers, of those instances that do not have the same verdict in all of them.
    package func changingVerdicts(of runs: [KeptRun]) throws(HistoryError) -> [Int64: [HistoryVerdict]] {
        try database.read { session in try RunRow.changingVerdicts(Set(runs.map(\.number)), in: session) }
    }
}
