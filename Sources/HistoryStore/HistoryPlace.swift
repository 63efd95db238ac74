/// Where a history is kept, as a user names it.
package enum HistoryPlace: Sendable, Hashable, CustomStringConvertible {
    /// A file of SQLite.
    case file(String)
    /// A database of PostgreSQL.
    case server(PostgresAddress)

    /// - Parameter text: `postgresql://…`, `sqlite:///path`, or a path.
    /// - Throws: ``HistoryError`` if it is none of them.
    package init(_ text: String) throws(HistoryError) {
        if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
            self = .server(try PostgresAddress(text))
        } else if text.hasPrefix("sqlite:") {
            let path = text.dropFirst("sqlite:".count)
            guard path.hasPrefix("///"), path.count > 3 else {
                throw HistoryError("the URL of the history has no path; write sqlite:///path/to/history.sqlite")
            }
            self = .file(String(path.dropFirst(2)))
        } else if let scheme = text.firstMatch(of: /^\s*([A-Za-z][A-Za-z0-9+.:\-]*):\//) {
            // What follows may be a password.
            throw HistoryError(
                "the history cannot be kept with \(scheme.1)://; name a file, or a database with postgresql://"
            )
        } else if text.contains(/(?i)password\s*=/) {
            throw HistoryError(
                "the history has a password, but it is not a URL; write postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
            )
        } else if text.isEmpty {
            throw HistoryError("the history has no name; name a file, or a database with postgresql://")
        } else {
            self = .file(text)
        }
    }

    /// The path, or the address without password.
    package var description: String {
        switch self {
        case .file(let path): path
        case .server(let address): address.description
        }
    }
}
