/// A numbered step of the schema. It is never changed after a release; the next change is the next number.
struct Migration: Sendable {
    let number: Int64
    /// The statements, which are the same for each database.
    let statements: [String]

    /// The table of the steps that a database has.
    static let table = "history_schema"

    /// All steps in their order.
    static let all = [
        Migration(
            number: 1,
            statements: [
                """
                CREATE TABLE runs (
                  number BIGINT PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, started TEXT NOT NULL,
                  tool TEXT NOT NULL, record TEXT, status BIGINT NOT NULL, whole BIGINT NOT NULL, name TEXT NOT NULL,
                  device_id TEXT, manufacturer TEXT, model TEXT, firmware TEXT, hardware TEXT, transports TEXT NOT NULL,
                  suites TEXT, selection TEXT NOT NULL
                )
                """,
                """
                CREATE TABLE verdicts (
                  run BIGINT NOT NULL REFERENCES runs (number) ON DELETE CASCADE, instance TEXT NOT NULL,
                  outcome TEXT NOT NULL, fingerprint TEXT, counts BIGINT NOT NULL, PRIMARY KEY (run, instance)
                )
                """,
                """
                CREATE TABLE figures (
                  run BIGINT NOT NULL REFERENCES runs (number) ON DELETE CASCADE, operation TEXT NOT NULL,
                  count BIGINT NOT NULL, p50 BIGINT NOT NULL, p90 BIGINT NOT NULL, p99 BIGINT NOT NULL,
                  p999 BIGINT NOT NULL, max BIGINT NOT NULL, PRIMARY KEY (run, operation)
                )
                """,
            ]
        )
    ]

    /// What a database says of its schema.
    enum Standing: Equatable {
        /// It has no tables.
        case empty
        /// It has the steps up to this number.
        case at(Int64)
        /// Its tables belong to another program.
        case foreign
    }

    /// - Parameter tables: the tables of the database.
    static func standing(_ session: any SQLSession, tables: Set<String>) throws -> Standing {
        guard tables.contains(table) else { return tables.isEmpty ? .empty : .foreign }
        let rows = try session.run("SELECT MAX(number) FROM \(table)")
        return .at(rows.first?.first?.integer ?? 0)
    }

    /// Carries out the steps that are missing, inside the transaction of the session.
    ///
    /// - Parameters:
    ///   - place: the place of the history, for messages.
    ///   - tables: the tables of the database.
    ///   - migrations: all steps that this version knows.
    /// - Throws: ``HistoryError`` if the database belongs to another program or to a newer version.
    static func bringUp(
        _ session: any SQLSession,
        at place: HistoryPlace,
        tables: Set<String>,
        _ migrations: [Migration] = all
    ) throws {
        let standing = try standing(session, tables: tables)
        try check(standing, at: place, migrations)
        if standing == .empty { try session.run("CREATE TABLE \(table) (number BIGINT PRIMARY KEY)") }
        let reached = if case .at(let number) = standing { number } else { Int64(0) }
        for migration in migrations where migration.number > reached {
            for statement in migration.statements { try session.run(statement) }
            _ = try session.run("INSERT INTO \(table) (number) VALUES ($1)", [.integer(migration.number)])
        }
    }

    /// Checks that this version can use the database.
    static func check(_ standing: Standing, at place: HistoryPlace, _ migrations: [Migration] = all) throws {
        let newest = migrations.last?.number ?? 0
        switch standing {
        case .foreign:
            throw HistoryError("\(place) is a database of another program; name another one with --history")
        case .at(let number) where number > newest:
            throw HistoryError(
                "the history \(place) has schema \(number), and this version knows schema \(newest) and older ones; "
                    + "use a newer version of Assay"
            )
        case .empty, .at: break
        }
    }
}
