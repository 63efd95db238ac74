import CPostgres

/// A database of PostgreSQL. The history has a schema of its own in it, so that other programs can use the same database.
final class PostgresServer: SQLDatabase {
    private let address: PostgresAddress
    private let connection: PostgresConnection
    private let creates: Bool

    static let schema = "assay"
    /// The lock that writers of histories take: `assay` in ASCII.
    private static let lock = 0x61_7373_6179

    /// - Parameters:
    ///   - address: where it is, and who connects.
    ///   - creates: whether to make the schema if it is missing.
    init(_ address: PostgresAddress, creates: Bool) throws(HistoryError) {
        self.address = address
        self.creates = creates
        connection = try PostgresConnection(address)
    }

    func write<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value {
        try transaction("BEGIN") { session in
            // Other writers wait here, so that each run gets a number of its own.
            try session.run("SET LOCAL lock_timeout = '10s'")
            try session.run("SELECT pg_advisory_xact_lock(\(Self.lock))")
            if creates, try session.run(Self.right).isEmpty { try session.run("CREATE SCHEMA \(Self.schema)") }
            return try body(session)
        }
    }

    func read<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value {
        try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    /// - Throws: ``HistoryError`` if the user may not use the schema: the server would then say that its tables do not exist.
    func tables(_ session: any SQLSession) throws -> Set<String> {
        if let right = try session.run(Self.right).first, right.first?.integer == 0 {
            throw HistoryError(
                "the history \(address) cannot be used (permission denied for schema \(Self.schema)); grant the user USAGE on it"
            )
        }
        // The information schema lacks the tables for which the user has no right.
        let rows = try session.run("SELECT tablename FROM pg_tables WHERE schemaname = '\(Self.schema)'")
        return Set(rows.compactMap { $0[0].text })
    }

    /// Whether the user may use the schema: 1 or 0, and no row if the schema does not exist.
    private static let right =
        "SELECT has_schema_privilege(oid, 'USAGE')::int FROM pg_namespace WHERE nspname = '\(schema)'"

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
