import Foundation
import GRDB

/// A file of SQLite.
struct SQLiteFile: SQLDatabase {
    private let path: String
    private let queue: DatabaseQueue

    /// - Parameters:
    ///   - path: the file.
    ///   - creates: whether to make it if it is missing.
    ///   - patience: how many seconds to wait for another process that writes.
    init(_ path: String, creates: Bool, patience: Double = 10) throws(HistoryError) {
        self.path = path
        guard creates || FileManager.default.fileExists(atPath: path) else {
            throw HistoryError("the history \(path) does not exist; `assay run --history \(path)` makes it")
        }
        var configuration = Configuration()
        configuration.label = "history"
        configuration.busyMode = .timeout(patience)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.complaint(error, path)
        }
    }

    func write<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value {
        do {
            return try queue.writeWithoutTransaction { database in
                var value: Value?
                try database.inTransaction(.immediate) {
                    value = try body(SQLiteSession(database: database))
                    return .commit
                }
                guard let value else { throw HistoryError("\(path) cannot be written") }
                return value
            }
        } catch {
            throw Self.complaint(error, path)
        }
    }

    func read<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value {
        do {
            return try queue.read { try body(SQLiteSession(database: $0)) }
        } catch {
            throw Self.complaint(error, path)
        }
    }

    func tables(_ session: any SQLSession) throws -> Set<String> {
        let rows = try session.run("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return Set(rows.compactMap { $0[0].text })
    }

    /// The error in words, with what to do.
    private static func complaint(_ error: any Error, _ path: String) -> HistoryError {
        if let known = error as? HistoryError { return known }
        guard let failure = error as? DatabaseError else { return HistoryError("the history \(path) failed: \(error)") }
        let reason = failure.message ?? "\(failure.resultCode)"
        switch failure.resultCode {
        case .SQLITE_NOTADB: return HistoryError("\(path) is not a database; name another file with --history")
        case .SQLITE_CORRUPT:
            return HistoryError("the history \(path) is damaged (\(reason)); restore it from a backup")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            return HistoryError("the history \(path) cannot be written: the file or its folder is read-only")
        case .SQLITE_CANTOPEN:
            return HistoryError("the history \(path) cannot be opened; name a file in a folder that you can write to")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return HistoryError("the history \(path) is locked by another process; try again when it has ended")
        case .SQLITE_ERROR where reason.hasPrefix("no such "):
            return HistoryError(
                "the history \(path) is incomplete (\(reason)); restore it from a backup, or name another file with --history"
            )
        case .SQLITE_FULL: return HistoryError("the history \(path) cannot be written: the disk is full")
        default: return HistoryError("the history \(path) failed: \(reason)")
        }
    }
}

/// A transaction on a file of SQLite.
private struct SQLiteSession: SQLSession {
    let database: Database

    func run(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
        let statement = try database.cachedStatement(sql: sql)
        try statement.setArguments(StatementArguments(values.map(\.stored)))
        return try Row.fetchAll(statement).map { row in
            row.databaseValues.map { value in
                switch value.storage {
                case .int64(let number): .integer(number)
                case .string(let text): .text(text)
                case .double(let number): .text("\(number)")
                case .null, .blob: .null
                }
            }
        }
    }
}

extension SQLValue {
    fileprivate var stored: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}
