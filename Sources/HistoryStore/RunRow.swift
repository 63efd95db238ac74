import History
import Measurement

/// Runs as rows of the tables.
enum RunRow {
    private static let columns = [
        "number", "id", "kind", "started", "tool", "record", "status", "whole", "name", "device_id", "manufacturer",
        "model", "firmware", "hardware", "transports", "suites", "selection",
    ]
    private static let percentiles: [(column: String, percentile: Percentile)] = [
        ("p50", .p50), ("p90", .p90), ("p99", .p99), ("p999", .p999), ("max", .max),
    ]

    static func insert(
        _ run: HistoryRun,
        number: Int64,
        _ verdicts: [HistoryVerdict],
        into session: any SQLSession
    ) throws {
        let accessory = run.accessory
        let row: [SQLValue] = [
            .integer(number), .init(run.id), .init(run.kind.rawValue), .init(run.started), .init(run.tool),
            .init(run.record), .integer(Int64(run.status)), .init(run.isWhole), .init(accessory.name),
            .init(accessory.deviceID), .init(accessory.manufacturer), .init(accessory.model), .init(accessory.firmware),
            .init(accessory.hardware), .init(accessory.transports), .init(run.suites), .init(run.selection),
        ]
        try session.insert(into: "runs", columns: columns, rows: [row])
        try session.insert(
            into: "verdicts",
            columns: ["run", "instance", "outcome", "fingerprint", "counts"],
            rows: verdicts.map { verdict in
                [
                    .integer(number), .init(verdict.instance), .init(verdict.outcome), .init(verdict.fingerprint),
                    .init(verdict.counts),
                ]
            }
        )
        try session.insert(
            into: "figures",
            columns: ["run", "operation", "count"] + percentiles.map(\.column),
            rows: run.figures.map { figure in
                [.integer(number), .init(figure.operation), .integer(figure.count)]
                    + percentiles.map { .integer(figure[$0.percentile]) }
            }
        )
    }

    /// Inserts no row into each table, which fails if the user may not insert any.
    static func checkInsertion(into session: any SQLSession) throws {
        for table in ["runs", "verdicts", "figures"] {
            try session.run("INSERT INTO \(table) SELECT * FROM \(table) WHERE 1 = 0")
        }
    }

    /// The newest runs, in the order of their numbers.
    static func newest(
        _ count: Int,
        in session: any SQLSession,
        where isWanted: (HistoryRun) -> Bool
    ) throws -> [KeptRun] {
        let rows = try session.run("SELECT \(columns.joined(separator: ", ")) FROM runs ORDER BY started, number")
        var runs = rows.compactMap(run).filter { isWanted($0.run) }.suffix(count).map { $0 }
        guard !runs.isEmpty else { return [] }
        let numbers = Set(runs.map(\.number))
        let (totals, figures) = (try totals(numbers, session), try figures(numbers, session))
        for index in runs.indices {
            runs[index].run.totals = totals[runs[index].number] ?? [:]
            runs[index].run.figures = figures[runs[index].number] ?? []
        }
        return runs
    }

    /// The verdicts of these runs, of those instances that do not have the same verdict everywhere.
    static func changingVerdicts(
        _ numbers: Set<Int64>,
        in session: any SQLSession
    ) throws -> [Int64: [HistoryVerdict]] {
        let rows = try session.run(
            """
            SELECT run, instance, outcome, fingerprint, counts FROM verdicts WHERE instance IN (
              SELECT instance FROM verdicts GROUP BY instance
              HAVING COUNT(DISTINCT outcome) > 1 OR COUNT(DISTINCT fingerprint) > 1
            ) ORDER BY run, instance
            """
        )
        var verdicts: [Int64: [HistoryVerdict]] = [:]
        for row in rows {
            guard let number = row[0].integer, numbers.contains(number), let instance = row[1].text,
                let outcome = row[2].text
            else { continue }
            let verdict = HistoryVerdict(
                instance: instance,
                outcome: outcome,
                fingerprint: row[3].text,
                counts: row[4].integer == 1
            )
            verdicts[number, default: []].append(verdict)
        }
        return verdicts
    }

    private static func run(_ row: [SQLValue]) -> KeptRun? {
        guard row.count == columns.count, let number = row[0].integer,
            let kind = row[2].text.flatMap(HistoryRun.Kind.init(rawValue:))
        else { return nil }
        let accessory = HistoryAccessory(
            name: row[8].text ?? "",
            deviceID: row[9].text,
            manufacturer: row[10].text,
            model: row[11].text,
            firmware: row[12].text,
            hardware: row[13].text,
            transports: row[14].text ?? ""
        )
        let run = HistoryRun(
            id: row[1].text ?? "",
            kind: kind,
            started: row[3].text ?? "",
            tool: row[4].text ?? "",
            record: row[5].text,
            status: Int32(clamping: row[6].integer ?? 0),
            isWhole: row[7].integer == 1,
            accessory: accessory,
            suites: row[15].text,
            selection: row[16].text ?? ""
        )
        return KeptRun(number: number, run: run)
    }

    private static func totals(_ numbers: Set<Int64>, _ session: any SQLSession) throws -> [Int64: [String: Int]] {
        let rows = try session.run(
            "SELECT run, outcome, COUNT(*) FROM verdicts WHERE counts = 1 GROUP BY run, outcome"
        )
        var totals: [Int64: [String: Int]] = [:]
        for row in rows {
            guard let number = row[0].integer, numbers.contains(number), let outcome = row[1].text else { continue }
            totals[number, default: [:]][outcome] = Int(row[2].integer ?? 0)
        }
        return totals
    }

    private static func figures(_ numbers: Set<Int64>, _ session: any SQLSession) throws -> [Int64: [HistoryFigure]] {
        let names = percentiles.map(\.column).joined(separator: ", ")
        let rows = try session.run("SELECT run, operation, count, \(names) FROM figures ORDER BY run, operation")
        var figures: [Int64: [HistoryFigure]] = [:]
        for row in rows {
            guard let number = row[0].integer, numbers.contains(number), let operation = row[1].text else { continue }
            let values = zip(percentiles, row.dropFirst(3)).map { ($0.percentile, $1.integer ?? 0) }
            figures[number, default: []].append(
                HistoryFigure(
                    operation,
                    count: row[2].integer ?? 0,
                    values: Dictionary(values) { first, _ in first }
                )
            )
        }
        return figures
    }
}
