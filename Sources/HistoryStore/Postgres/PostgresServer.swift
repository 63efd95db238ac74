import CPostgres

/// A database of PostgreSQL. The history has a schema of its own in it, so that other programs can use the same database.
final class PostgresServer: SQLDatabase {
    private let connection: PostgresConnection
    private let creates: Bool

    static let schema = "assay"
    /// The lock that writers of histories take: `assay` in ASCII.
    private static let lock = 0x61_7373_6179

    /// - Parameters:
    ///   - address: where it is, and who connects.
    ///   - creates: whether to make the schema if it is missing.
    init(_ address: PostgresAddress, creates: Bool) throws(HistoryError) {
        self.creates = creates
        connection = try PostgresConnection(address)
    }

    func write<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value {
        try transaction("BEGIN") { session in
            // Other writers wait here, so that each run gets a number of its own.
            try session.run("SET LOCAL lock_timeout = '10s'")
            try session.run("SELECT pg_advisory_xact_lock(\(Self.lock))")
            if creates, try session.run(Self.existing).isEmpty { try session.run("CREATE SCHEMA \(Self.schema)") }
            return try body(session)
        }
    }

    func read<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value {
        try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    func tables(_ session: any SQLSession) throws -> Set<String> {
        let rows = try session.run(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = '\(Self.schema)'"
        )
        return Set(rows.compactMap { $0[0].text })
    }

    private static let existing = "SELECT 1 FROM information_schema.schemata WHERE schema_name = '\(schema)'"

    private func transaction<Value>(
        _ begin: String,
        _ body: (any SQLSession) throws -> Value
    ) throws(HistoryError) -> Value {
        do {
            try connection.run(begin)
            let value = try body(connection)
            try connection.run("COMMIT")
            return value
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error as? HistoryError ?? HistoryError("\(error)")
        }
    }
}
