/// A database that keeps a history. All SQL is written once: it is in the part of the language that both databases have.
protocol SQLDatabase {
    /// Carries out `body` in a transaction, and undoes everything that it did if it throws. No other process writes
    /// meanwhile.
    func write<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value

    /// Carries out `body`, which sees the same state from its begin to its end.
    func read<Value>(_ body: (any SQLSession) throws -> Value) throws(HistoryError) -> Value

    /// The tables of the place where the history is kept.
    func tables(_ session: any SQLSession) throws -> Set<String>
}

/// A transaction.
protocol SQLSession {
    /// Carries out one statement.
    ///
    /// - Parameter values: what `$1`, `$2` and so on stand for, each of which occurs once and in this order.
    /// - Returns: the rows of the result.
    func run(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]]
}

extension SQLSession {
    @discardableResult
    func run(_ sql: String) throws -> [[SQLValue]] { try run(sql, []) }

    /// Inserts many rows, several in a statement.
    func insert(into table: String, columns: [String], rows: [[SQLValue]]) throws {
        let most = 200
        for start in stride(from: 0, to: rows.count, by: most) {
            let part = rows[start..<min(start + most, rows.count)]
            var number = 0
            let marks = part.map { row in
                let marks = row.map { _ in
                    number += 1
                    return "$\(number)"
                }
                return "(\(marks.joined(separator: ", ")))"
            }
            let sql =
                "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(marks.joined(separator: ", "))"
            _ = try run(sql, part.flatMap { $0 })
        }
    }
}
