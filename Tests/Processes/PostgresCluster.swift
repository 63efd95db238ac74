import Foundation
import Glibc
package import Testing

/// A server of PostgreSQL of a test's own: a new cluster in a temporary folder, reached through a socket in it.
///
/// The server refuses to run as root, so it then runs as the user of Debian's package.
package struct PostgresCluster: Sendable {
    /// The folder with the socket.
    package let folder: String
    private let server: ChildProcess

    /// The password of its user, which no output may show.
    package static let password = "s3cr3t-%2f"

    /// The URL of its database.
    ///
    /// - Parameters:
    ///   - user: who connects.
    ///   - password: as it stands in the URL.
    package func url(user: String = "assay", password: String = "s3cr3t-%252f", database: String = "postgres") -> String
    {
        "postgresql://\(user):\(password)@/\(database)?host=\(folder)"
    }

    /// Starts a server, and ends it when `body` returns or throws.
    package static func with<Value>(_ body: (PostgresCluster) async throws -> Value) async throws -> Value {
        let folder = "/tmp/assay-postgres-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if geteuid() == 0, let user = unsafe getpwnam("postgres") {
            _ = unsafe chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        try Data(password.utf8).write(to: URL(filePath: "\(folder)/password"))
        let data = "\(folder)/data"
        let made = try start(
            "initdb",
            [
                "--pgdata", data, "--username", "assay", "--pwfile", "\(folder)/password", "--auth", "scram-sha-256",
                "--encoding", "UTF8", "--locale", "C", "--no-sync",
            ]
        )
        let heard = try await made.end(within: .seconds(60))
        guard heard.ending?.status == 0 else { throw ChildFailure("initdb", "failed", heard) }
        let server = try start(
            "postgres",
            ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=20"]
        )
        do {
            try await server.wait(for: "that it is ready", within: .seconds(30)) { heard in
                heard.errorText.contains("ready to accept connections") ? true : nil
            }
            let value = try await body(PostgresCluster(folder: folder, server: server))
            await stop(server)
            return value
        } catch {
            await stop(server)
            throw error
        }
    }

    /// Ends the server before the test ends.
    package func stop() async { await Self.stop(server) }

    /// Ends a server at once, without waiting for its users.
    private static func stop(_ server: ChildProcess) async {
        server.send(signal: SIGINT)
        _ = try? await server.end(within: .seconds(20))
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
        let path = "\(programs ?? "/usr/lib/postgresql")/\(program)"
        let user = ["--reuid", "postgres", "--regid", "postgres", "--init-groups"]
        let words = geteuid() == 0 ? ["/usr/bin/setpriv"] + user + [path] : [path]
        return try ChildProcess(
            words[0],
            words.dropFirst() + arguments,
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"],
            folder: "/tmp"
        )
    }

    /// The folder with the programs of Debian's package.
    private static var programs: String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        return versions.sorted { ($0.count, $0) > ($1.count, $1) }.map { "/usr/lib/postgresql/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: "\($0)/postgres") }
    }

    /// Whether Debian's package is installed. `.dev/test` installs and requires it, so that no test is skipped unnoticed.
    package static var isPossible: Bool {
        ProcessInfo.processInfo.environment["ASSAY_PEERS"] == "required" || programs != nil
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test without a server of PostgreSQL.
    package static var needsPostgres: Self {
        .enabled("run .dev/test, which installs Debian's package postgresql") { PostgresCluster.isPossible }
    }
}
