import CPostgres

/// The URL of a database of PostgreSQL. Its description, which may be shown, has no password.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
    /// The URL as the user wrote it.
    let url: String
    /// `postgresql://user@host:5432/database`
    package let description: String
    /// What must not be shown.
    private let password: String?

    /// - Throws: ``HistoryError`` if the URL is malformed. The library's own message is not shown, because it repeats the URL.
    init(_ url: String) throws(HistoryError) {
        guard let options = PQconninfoParse(url, nil) else {
            throw HistoryError(
                "the URL of the history is malformed; write postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
            )
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        // A password with one of these characters ends early: a part of it is taken for the host, the port or the database,
        // and would be shown.
        let ports = values["port"] ?? ""
        guard ports.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }), values["host"]?.contains("@") != true,
            values["dbname"]?.contains("@") != true
        else {
            throw HistoryError(
                "the URL of the history has a port that is not a number, or a password with a character that ends it; write "
                    + "@ as %40, / as %2F, : as %3A, ? as %3F and % as %25"
            )
        }
        self.url = url
        password = values["password"].flatMap { $0.isEmpty ? nil : $0 }
        let user = values["user"].map { "\($0)@" } ?? ""
        let port = values["port"].map { ":\($0)" } ?? ""
        let host = values["host"] ?? ""
        let name = values["dbname"] ?? ""
        // A path is the folder of the server's socket.
        description =
            host.hasPrefix("/")
            ? "postgresql://\(user)/\(name)?host=\(host)" : "postgresql://\(user)\(host)\(port)/\(name)"
    }

    /// A message of the server on one line, without the password.
    func shown(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .joined(separator: "; ")
        return password.map { line.replacing($0, with: "…") } ?? line
    }
}
