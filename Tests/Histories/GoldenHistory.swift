package import History
import HistoryStore
import Measurement

/// Twenty-four runs of one accessory, a day each. With the 13th comes a firmware that is slower and fails a case; another case
/// fails now and then.
package struct GoldenHistory {
    /// The names that the accessory and the suites have.
    package var name = "Bulb"
    package var manufacturer: String? = "Acme"
    package var firmwares = ["1.0", "1.1"]
    package var steady = "read.all[over=ip]"
    package var broken = "write.below-minimum[lightbulb.hue; over=ip]"
    package var flaky = "events.coalesced[lightbulb.on; over=ip]"
    package var operation = "PUT /characteristics"
    package var count = 24

    package init() {}

    /// The number of the first run with the new firmware.
    package var change: Int { count / 2 + 1 }

    /// The runs in which the flaky case fails.
    package var failing: Set<Int> { [3, 8, 9, 17, 22] }

    /// The verdicts of a run, which counts from 1.
    package func verdicts(_ number: Int) -> [HistoryVerdict] {
        [
            verdict(steady, fails: false), verdict(broken, fails: number >= change),
            verdict(flaky, fails: failing.contains(number)),
        ]
    }

    /// A run, which counts from 1.
    package func run(_ number: Int) -> HistoryRun {
        let failed = verdicts(number).count { $0.outcome == "failed" }
        return HistoryRun(
            id: "\(name)-\(number)",
            kind: .run,
            started: started(number),
            tool: "assay 0.2.0",
            record: "/reports/\(number)",
            status: failed > 0 ? 1 : 0,
            isWhole: true,
            accessory: HistoryAccessory(
                name: name,
                deviceID: "11:22:33:44:55:66",
                manufacturer: manufacturer,
                model: manufacturer == nil ? nil : "B1",
                firmware: firmwares[number < change ? 0 : 1]
            ),
            suites: "0123456789abcdef",
            selection: "everything",
            totals: ["passed": 3 - failed, "failed": failed].filter { $0.value > 0 },
            figures: [
                figure("GET /accessories", number, usual: 4_000_000),
                figure(operation, number, usual: number < change ? 1_200_000 : 1_500_000),
            ]
        )
    }

    /// The runs as a history has them.
    package var kept: [KeptRun] { (1...count).map { KeptRun(number: Int64($0), run: run($0)) } }

    /// What a history says of them.
    package var reading: HistoryReading {
        let verdicts = (1...count).map { (Int64($0), self.verdicts($0)) }
        return HistoryReading(kept, verdicts: Dictionary(uniqueKeysWithValues: verdicts))
    }

    /// Keeps them.
    ///
    /// - Parameter url: the place, as a user names it.
    package func keep(in url: String) throws {
        let store = try HistoryStore.writing(try HistoryPlace(url))
        for number in 1...count { _ = try store.keep(run(number), verdicts(number)) }
    }

    private func verdict(_ instance: String, fails: Bool) -> HistoryVerdict {
        HistoryVerdict(
            instance: instance,
            outcome: fails ? "failed" : "passed",
            fingerprint: fails ? "0123456789abcdef" : nil
        )
    }

    /// Times that differ from run to run by at most 3 %.
    private func figure(_ operation: String, _ number: Int, usual: Int64) -> HistoryFigure {
        let time = usual + usual / 400 * Int64(number * 37 % 13)
        let values = Percentile.allCases.enumerated().map { ($1, time * Int64(1 + $0)) }
        return HistoryFigure(operation, count: 200, values: Dictionary(uniqueKeysWithValues: values))
    }

    /// One run a day from the first of October on.
    private func started(_ number: Int) -> String {
        let day = (number - 1) % 28 + 1
        let month = 10 + (number - 1) / 28 % 3
        return "20\(26 + (number - 1) / 84)-\(month)-\(day < 10 ? "0" : "")\(day)T08:00:00Z"
    }
}
