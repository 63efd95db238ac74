import History
import Measurement

/// Runs as a history has them.
enum Runs {
    static func run(
        _ number: Int64,
        firmware: String = "1.0",
        suites: String = "abc",
        selection: String = "everything",
        failed: Int = 0,
        isWhole: Bool = true,
        figures: [HistoryFigure] = []
    ) -> KeptRun {
        let run = HistoryRun(
            id: "run-\(number)",
            kind: .run,
            started: started(number),
            tool: "assay 0.2.0",
            record: "/reports/\(number)",
            status: failed > 0 ? 1 : 0,
            isWhole: isWhole,
            accessory: HistoryAccessory(name: "Bulb", manufacturer: "Acme", model: "B1", firmware: firmware),
            suites: suites,
            selection: selection,
            totals: ["passed": 100 - failed, "failed": failed],
            figures: figures
        )
        return KeptRun(number: number, run: run)
    }

    static func measurement(_ number: Int64, read: Int64, firmware: String = "1.0", load: String = "sessions: 1")
        -> KeptRun
    {
        var values = Dictionary(Percentile.allCases.map { ($0, read * 2) }) { first, _ in first }
        values[.p50] = read
        let run = HistoryRun(
            id: "measurement-\(number)",
            kind: .measure,
            started: started(number),
            tool: "assay 0.2.0",
            status: 0,
            isWhole: true,
            accessory: HistoryAccessory(name: "Bulb", manufacturer: "Acme", model: "B1", firmware: firmware),
            selection: load,
            figures: [HistoryFigure("read", count: 100, values: values)]
        )
        return KeptRun(number: number, run: run)
    }

    /// One run a day.
    private static func started(_ number: Int64) -> String {
        let day = number % 28 + 1
        return "2026-\(10 + number / 28)-\(day < 10 ? "0" : "")\(day)T08:00:00Z"
    }
}
