import History
import Measurement
import Testing

@testable import HistoryStore

/// What a history does on each kind of database.
@Suite("History stores", .timeLimit(.minutes(10)))
struct HistoryStoreTests {
    static func run(_ id: String, started: String = "2026-11-21T08:00:00Z") -> HistoryRun {
        HistoryRun(
            id: id,
            kind: .run,
            started: started,
            tool: "assay 0.2.0",
            record: "/reports/\(id)",
            status: 1,
            isWhole: true,
            accessory: HistoryAccessory(
                name: "O'Neil's \"Bulb\" \u{1F4A1}; DROP TABLE runs; --",
                deviceID: "11:22:33:44:55:66",
                model: "B1",
                firmware: "1.0",
                transports: "ip thread"
            ),
            suites: "abc",
            selection: "everything",
            figures: [
                HistoryFigure(
                    "read",
                    count: 200,
                    values: [.p50: 1, .p90: 2, .p99: 3, .p999: 4, .max: 3_600_000_000_000]
                )
            ]
        )
    }

    static func open(_ place: HistoryPlace, writes: Bool) throws -> HistoryStore {
        writes ? try HistoryStore.writing(place) : try HistoryStore.reading(place)
    }

    private static let verdicts = [
        HistoryVerdict(instance: "write.one[a; over=ip]", outcome: "passed"),
        HistoryVerdict(instance: "write.two[a; over=ip]", outcome: "failed", fingerprint: "0123456789abcdef"),
        HistoryVerdict(instance: "read.three", outcome: "failed", fingerprint: "1123456789abcdef", counts: false),
    ]

    @Test("A run is read back as it was kept, whatever its texts are", arguments: StorePlace.possible)
    func whole(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let run = Self.run("a")
            #expect(try HistoryStore.writing(place).keep(run, Self.verdicts) == (1, true))
            let kept = try HistoryStore.reading(place).runs(last: 10)
            var expected = run
            expected.totals = ["passed": 1, "failed": 1]
            #expect(kept == [KeptRun(number: 1, run: expected)])

            // PostgreSQL has no NUL in its texts.
            var other = Self.run("b")
            other.accessory.name = "a\u{0}b"
            _ = try HistoryStore.writing(place).keep(other, [])
            #expect(try HistoryStore.reading(place).runs(last: 1).first?.run.accessory.name == "a\u{fffd}b")
        }
    }

    @Test("A run is kept once, and the newest runs are chosen by their starts", arguments: StorePlace.possible)
    func once(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let store = try HistoryStore.writing(place)
            for (id, day) in [("a", "03"), ("b", "01"), ("c", "02")] {
                _ = try store.keep(Self.run(id, started: "2026-11-\(day)T08:00:00Z"), Self.verdicts)
            }
            #expect(try store.keep(Self.run("b"), []) == (2, false))
            #expect(try store.runs(last: 2).map(\.run.id) == ["c", "a"])
            #expect(try store.runs(last: 2) { $0.id != "a" }.map(\.run.id) == ["b", "c"])
        }
    }

    @Test("The runs of a product are chosen although its name is a part of another's", arguments: StorePlace.possible)
    func named(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let store = try HistoryStore.writing(place)
            for (id, model, device) in [("a", "B1", "11"), ("b", "B1", "12"), ("c", "B10", "13"), ("d", "B10", "14")] {
                var run = Self.run(id)
                run.accessory = HistoryAccessory(name: "Bulb", deviceID: device, manufacturer: "Acme", model: model)
                _ = try store.keep(run, [])
            }
            func found(_ text: String, last: Int = 10) throws -> [String] {
                try store.runs(of: text, last: last).map(\.run.id)
            }
            #expect(try found("acme b1") == ["a", "b"])
            #expect(try found("Acme B1", last: 1) == ["b"])
            #expect(try found("Acme B10") == ["c", "d"])
            #expect(try found("B1") == ["a", "b", "c", "d"])
            #expect(try found("13") == ["c"])
            #expect(try found("1") == ["a", "b", "c", "d"])
            #expect(try found("other") == [])
            // Runs that are not wanted still have exactly this name, so it is not a part of others.
            #expect(
                try store.runs(of: "Acme B1", last: 10) { $0.accessory.model == "B10" }.map(\.run.id) == []
            )
        }
    }

    @Test(
        "Only verdicts that differ between runs are read for the search for flaky cases",
        arguments: StorePlace.possible
    )
    func changing(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let store = try HistoryStore.writing(place)
            var second = Self.verdicts
            second[0].outcome = "failed"
            second[1].fingerprint = "fffffffffffffff0"
            _ = try store.keep(Self.run("a"), Self.verdicts)
            _ = try store.keep(Self.run("b"), second)
            let found = try store.changingVerdicts(of: store.runs(last: 10))
            #expect(found[1]?.map(\.instance) == ["write.one[a; over=ip]", "write.two[a; over=ip]"])
            #expect(found[2]?.map(\.fingerprint) == [nil, "fffffffffffffff0"])
        }
    }

    @Test("Two writers at once keep all their runs, each with a number of its own", arguments: StorePlace.possible)
    func writers(_ kind: StorePlace) async throws {
        try await kind.with { place in
            try await withThrowingTaskGroup { group in
                for writer in 0..<4 {
                    group.addTask { @concurrent in
                        for turn in 0..<8 {
                            _ = try HistoryStore.writing(place).keep(Self.run("\(writer)-\(turn)"), Self.verdicts)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let runs = try HistoryStore.reading(place).runs(last: 100)
            #expect(runs.map(\.number).sorted() == Array(1...32))
            #expect(runs.allSatisfy { $0.run.totals == ["passed": 1, "failed": 1] && $0.run.figures.count == 1 })
        }
    }

    @Test("A run that cannot be kept whole leaves nothing", arguments: StorePlace.possible)
    func nothingHalf(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let store = try HistoryStore.writing(place)
            // The same instance twice breaks the key of the table, after the run itself was inserted.
            #expect(throws: HistoryError.self) { try store.keep(Self.run("a"), Self.verdicts + [Self.verdicts[0]]) }
            #expect(try store.runs(last: 10).isEmpty)
            #expect(try store.keep(Self.run("a"), Self.verdicts) == (1, true))
        }
    }

    @Test(
        "The steps of the schema are applied in their order, once, and all of them or none",
        arguments: StorePlace.possible
    )
    func migrations(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let database = try HistoryStore.database(place, creates: true)
            func bringUp(_ migrations: [Migration]) throws {
                try database.write { session in
                    try Migration.bringUp(session, at: place, tables: try database.tables(session), migrations)
                }
            }
            func tables() throws -> Set<String> { try database.read { try database.tables($0) } }
            let first = Migration(number: 1, statements: ["CREATE TABLE one (a BIGINT)"])
            let second = Migration(
                number: 2,
                statements: ["CREATE TABLE two (a BIGINT)", "ALTER TABLE one ADD COLUMN b TEXT"]
            )
            let broken = Migration(
                number: 2,
                statements: ["CREATE TABLE two (a BIGINT)", "CREATE TABLE one (a BIGINT)"]
            )
            try bringUp([first])
            #expect(throws: HistoryError.self) { try bringUp([first, broken]) }
            #expect(try tables() == ["history_schema", "one"])
            try bringUp([first, second])
            try bringUp([first, second])
            #expect(try tables() == ["history_schema", "one", "two"])
            let numbers = try database.read { try $0.run("SELECT number, b FROM history_schema, one") }
            #expect(numbers.isEmpty)
            #expect(
                throws: HistoryError(
                    "the history \(place) has schema 2, and this version knows schema 1 and older ones; use a newer version of Assay"
                )
            ) {
                try bringUp([first])
            }
        }
    }

    @Test("A database of another program, or of a newer version, is not touched", arguments: StorePlace.possible)
    func foreign(_ kind: StorePlace) async throws {
        try await kind.with { place in
            let database = try HistoryStore.database(place, creates: true)
            _ = try database.write { try $0.run("CREATE TABLE players (name TEXT)") }
            for writes in [false, true] {
                #expect(
                    throws: HistoryError("\(place) is a database of another program; name another one with --history")
                ) {
                    try Self.open(place, writes: writes)
                }
            }
            #expect(try database.read { try database.tables($0) } == ["players"])
        }
        try await kind.with { place in
            let database = try HistoryStore.writing(place).database
            _ = try database.write { try $0.run("INSERT INTO history_schema (number) VALUES (7)") }
            for writes in [false, true] {
                #expect(throws: HistoryError.self) { try Self.open(place, writes: writes) }
            }
        }
    }
}
