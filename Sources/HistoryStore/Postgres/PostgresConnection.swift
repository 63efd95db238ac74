import CPostgres
import Glibc

/// A connection to a server of PostgreSQL, closed at its end.
final class PostgresConnection: SQLSession {
    private let address: PostgresAddress
    private let connection: OpaquePointer

    /// - Throws: ``HistoryError`` if the server cannot be reached or rejects the user.
    init(_ address: PostgresAddress) throws(HistoryError) {
        self.address = address
        // What the URL says comes last, and counts.
        let options = [
            ("connect_timeout", "10"), ("tcp_user_timeout", "20000"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("fallback_application_name", "assay"),
            ("client_encoding", "UTF8"), ("dbname", address.url),
        ]
        let opened = Self.withTexts(options.map(\.0)) { keywords in
            Self.withTexts(options.map(\.1)) { values in PQconnectdbParams(keywords, values, 1) }
        }
        guard let opened else { throw HistoryError("the history \(address) cannot be opened: out of memory") }
        connection = opened
        guard PQstatus(opened) == CONNECTION_OK else {
            let message = address.shown(String(cString: PQerrorMessage(opened)))
            throw HistoryError("the history \(address) cannot be opened: \(message); correct --history or the server")
        }
        PQsetNoticeProcessor(opened, { _, _ in }, nil)
        try run("SET search_path TO \(PostgresServer.schema)", [])
        try run("SET statement_timeout = '60s'", [])
    }

    deinit { PQfinish(connection) }

    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws(HistoryError) -> [[SQLValue]] {
        let result = Self.withTexts(values.map(\.text)) { texts in
            PQexecParams(connection, sql, Int32(values.count), nil, texts, nil, nil, 0)
        }
        guard let result else { throw failure(String(cString: PQerrorMessage(connection)), state: nil) }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK: return []
        case PGRES_TUPLES_OK: return rows(result)
        default:
            let state = PQresultErrorField(result, Self.sqlState).map { String(cString: $0) }
            let message = PQresultErrorField(result, Self.primaryMessage).map { String(cString: $0) }
            throw failure(message ?? String(cString: PQerrorMessage(connection)), state: state)
        }
    }

    // Macros of the library, which Swift does not see.
    private static let sqlState = Int32(UInt8(ascii: "C"))
    private static let primaryMessage = Int32(UInt8(ascii: "M"))

    /// An error in words, with what to do.
    private func failure(_ message: String, state: String?) -> HistoryError {
        let message = address.shown(message)
        switch state {
        case "53100": return HistoryError("the history \(address) cannot be written: the disk of the server is full")
        case "55P03":
            return HistoryError("the history \(address) is locked by another process; try again when it has ended")
        case "57014":
            return HistoryError("the history \(address) has not answered within 60 s; try again, or look at the server")
        case "25006":
            return HistoryError(
                "the history \(address) cannot be written (\(message)); choose a database that is not read-only"
            )
        case "42501":
            return HistoryError(
                "the history \(address) cannot be used (\(message)); grant the user the missing right"
            )
        default: return HistoryError("the history \(address) failed: \(message)")
        }
    }

    private func rows(_ result: OpaquePointer) -> [[SQLValue]] {
        let columns = PQnfields(result)
        return (0..<PQntuples(result)).map { row in
            (0..<columns).map { column in
                guard PQgetisnull(result, row, column) == 0, let text = PQgetvalue(result, row, column) else {
                    return .null
                }
                return .text(String(cString: text))
            }
        }
    }

    /// Calls `body` with the texts as C has them, and a null pointer at the end.
    private static func withTexts<Value>(
        _ texts: [String?],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        let copies = texts.map { $0.flatMap { strdup($0) } } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
