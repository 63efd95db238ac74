import History
import Processes
import Testing

@testable import HistoryStore

@Suite("History servers", .needsPostgres, .timeLimit(.minutes(10)))
struct PostgresServerTests {
    private func complaint(_ url: String) -> String {
        do {
            _ = try HistoryStore.writing(try HistoryPlace(url))
            return "no error"
        } catch {
            return "\(error)"
        }
    }

    @Test("A server that cannot be used gives one line, without the password")
    func refusals() async throws {
        try await PostgresCluster.with { cluster in
            let database = try HistoryStore.database(try HistoryPlace(cluster.url()), creates: true)
            try database.write { session in
                try session.run("CREATE ROLE guest LOGIN PASSWORD 'guest-word'")
                try session.run("ALTER ROLE guest SET default_transaction_read_only = on")
                try session.run("GRANT USAGE, CREATE ON SCHEMA assay TO guest")
                try session.run("CREATE ROLE reader LOGIN PASSWORD 'reader-word'")
            }
            let secrets = ["s3cr3t", "wrong-word", "guest-word", "reader-word"]
            let wrong = [
                (cluster.url(password: "wrong-word"), "password authentication failed for user \"assay\""),
                (cluster.url(database: "nope"), "database \"nope\" does not exist"),
                (cluster.url(user: "guest", password: "guest-word"), "read-only transaction"),
                (cluster.url(user: "reader", password: "reader-word"), "permission denied for schema assay"),
                (
                    cluster.url(user: "reader", password: "reader-word", database: "template1"),
                    "permission denied for database template1"
                ),
                ("postgresql://assay:s3cr3t@/postgres?host=\(cluster.folder)/none", "No such file or directory"),
                ("postgresql://assay:s3cr3t@127.0.0.1:1/postgres", "Connection refused"),
                ("postgresql://assay:s3cr3t@h:port/postgres", "a port that is not a number"),
                ("postgresql://assay:s3@cr3t@localhost/postgres", "write @ as %40"),
                ("postgresql://assay:x/s3cr3t@localhost/postgres", "/ as %2F"),
                ("postgresql://assay:5432/s3cr3t@localhost/postgres", "/ as %2F"),
                ("postgresql://assay:s3cr3t/@localhost/postgres", "/ as %2F"),
                ("postgresql+psycopg2://assay:s3cr3t@localhost/postgres", "cannot be kept with postgresql+psycopg2://"),
                ("PostgreSQL://assay:s3cr3t@localhost/postgres", "cannot be kept with PostgreSQL://"),
                (" postgresql://assay:s3cr3t@localhost/postgres", "cannot be kept with postgresql://"),
                ("postgresql:assay?password=s3cr3t", "has a password, but it is not a URL"),
                ("jdbc:postgresql://assay:s3cr3t@localhost/postgres", "cannot be kept with jdbc:postgresql://"),
                ("host=localhost user=assay Password = s3cr3t", "has a password, but it is not a URL"),
                ("sqlite://assay:s3cr3t@localhost/postgres", "has no path"),
                ("postgresql://assay:s3cr3t%zz@localhost/postgres", "the URL of the history is malformed"),
                ("postgresql://assay:s3cr3t@[::1/postgres", "the URL of the history is malformed"),
            ]
            for (url, words) in wrong {
                let message = complaint(url)
                #expect(message.contains(words), "\(message)")
                #expect(!message.contains("\n"), "\(message)")
                for secret in secrets { #expect(!message.contains(secret), "\(message)") }
            }
            // Nothing of it left anything behind.
            #expect(try database.read { try database.tables($0) } == [])
        }
    }

    @Test("A user who may only read the history cannot open it for writing, and without USAGE cannot read it")
    func rights() async throws {
        try await PostgresCluster.with { cluster in
            let store = try HistoryStore.writing(try HistoryPlace(cluster.url()))
            _ = try store.keep(HistoryStoreTests.run("a"), [])
            func run(_ sql: String) throws { _ = try store.database.write { try $0.run(sql) } }
            try run("CREATE ROLE reader LOGIN PASSWORD 'reader-word'")
            let url = cluster.url(user: "reader", password: "reader-word")
            func refusal(_ url: String) -> String {
                do {
                    _ = try HistoryStore.reading(try HistoryPlace(url))
                    return "no error"
                } catch {
                    return "\(error)"
                }
            }
            // The right to read the tables alone is not enough.
            try run("GRANT SELECT ON ALL TABLES IN SCHEMA assay TO reader")
            #expect(refusal(url).contains("(permission denied for schema assay); grant the user USAGE on it"))
            #expect(complaint(url).contains("permission denied for schema assay"))

            try run("GRANT USAGE ON SCHEMA assay TO reader")
            #expect(try HistoryStore.reading(try HistoryPlace(url)).runs(last: 10).count == 1)
            #expect(complaint(url).contains("cannot be used (permission denied for table runs); grant the user"))
            try run("GRANT INSERT ON assay.runs TO reader")
            #expect(complaint(url).contains("permission denied for table verdicts"))

            try run("GRANT INSERT ON assay.verdicts, assay.figures TO reader")
            let writer = try HistoryStore.writing(try HistoryPlace(url))
            #expect(try writer.keep(HistoryStoreTests.run("b"), []) == (2, true))
        }
    }

    @Test("Other tables of the same database are left alone, and the schema is the history's own")
    func neighbours() async throws {
        try await PostgresCluster.with { cluster in
            let place = try HistoryPlace(cluster.url())
            let database = try HistoryStore.database(place, creates: true)
            _ = try database.write { try $0.run("CREATE TABLE public.runs (name TEXT)") }
            _ = try HistoryStore.writing(place).keep(HistoryStoreTests.run("a"), [])
            let rows = try database.read {
                try $0.run("SELECT (SELECT COUNT(*) FROM public.runs), (SELECT COUNT(*) FROM assay.runs)")
            }
            #expect(rows.first?.map(\.integer) == [0, 1])
            #expect(place.description == "postgresql://assay@/postgres?host=\(cluster.folder)")
        }
    }

    @Test("A server that answers no more does not keep the command waiting for ever")
    func patience() async throws {
        try await PostgresCluster.with { cluster in
            let database = try HistoryStore.database(try HistoryPlace(cluster.url()), creates: true)
            #expect(try database.read { try $0.run("SHOW statement_timeout") }.first?.first?.text == "1min")
            let complaint = #expect(throws: HistoryError.self) {
                try database.write { session in
                    _ = try session.run("SET LOCAL statement_timeout = '20ms'")
                    _ = try session.run("SELECT pg_sleep(30)")
                }
            }
            #expect(complaint?.description.contains("has not answered within 60 s") == true, "\(complaint as Any)")
        }
    }

    @Test("A server that ends while a run is kept gives one line")
    func gone() async throws {
        try await PostgresCluster.with { cluster in
            let store = try HistoryStore.writing(try HistoryPlace(cluster.url()))
            await cluster.stop()
            do {
                _ = try store.keep(HistoryStoreTests.run("a"), [])
                Issue.record("the server still answers")
            } catch {
                let message = "\(error)"
                #expect(message.contains("failed: "), "\(message)")
                #expect(!message.contains("\n") && !message.contains("s3cr3t"), "\(message)")
            }
        }
    }
}
