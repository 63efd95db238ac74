import Judge
import Measurement

/// What the history says of the runs of one product.
package struct HistoryReading: Sendable {
    /// In the order of their starts.
    package let runs: [KeptRun]
    package let flaky: [FlakyInstance]
    /// The names of all series, those of counts first.
    package let names: [String]
    private let seed: UInt64

    /// - Parameters:
    ///   - runs: the runs of one product, in any order.
    ///   - verdicts: their verdicts by number; instances that have the same verdict in all runs may be missing.
    ///   - seed: decides the permutations of the search for changes.
    package init(_ runs: [KeptRun], verdicts: [Int64: [HistoryVerdict]] = [:], seed: UInt64 = 1) {
        let runs = runs.sorted { ($0.run.started, $0.number) < ($1.run.started, $1.number) }
        self.runs = runs
        self.seed = seed
        flaky = FlakyInstance.all(in: runs, verdicts)
        names = HistoryRun.Kind.allCases.flatMap { kind in
            let comparable = Self.comparable(runs, kind)
            guard !comparable.isEmpty else { return [String]() }
            let operations = Set(comparable.flatMap { $0.run.figures.map(\.operation) }).sorted()
            let figures = operations.flatMap { operation in Percentile.allCases.map { "\(operation).\($0.rawValue)" } }
            return (kind == .run ? Self.counted.map(\.rawValue) : []) + figures
        }
    }

    /// The outcomes whose counts are series.
    private static let counted: [Verdict.Outcome] = [.failed, .warned, .inconclusive]
    /// The percentiles that are looked at if the user names no series: the usual time, and the slow answers.
    private static let usual: [Percentile] = [.p50, .p99]

    /// The series that are looked at if the user names none.
    package var usualNames: [String] {
        names.filter { name in
            Self.counted.contains { $0.rawValue == name } || Self.usual.contains { name.hasSuffix(".\($0.rawValue)") }
        }
    }

    /// The series with a name of ``names``.
    package func series(_ name: String) -> HistorySeries {
        if Self.counted.contains(where: { $0.rawValue == name }) {
            let points = Self.comparable(runs, .run).map { run in
                HistorySeries.Point(run: run, value: Double(run.run.totals[name] ?? 0))
            }
            return HistorySeries(name: name, unit: .count, points: points, seed: seed)
        }
        let percentile = Percentile.allCases.first { name.hasSuffix(".\($0.rawValue)") } ?? .p50
        let operation = String(name.dropLast(percentile.rawValue.count + 1))
        let points = HistoryRun.Kind.allCases.flatMap { Self.comparable(runs, $0) }.compactMap { run in
            run.run.figures.first { $0.operation == operation }.map {
                HistorySeries.Point(run: run, value: Double($0[percentile]))
            }
        }
        return HistorySeries(name: name, unit: .nanoseconds, points: points, seed: seed)
    }

    /// The whole runs of a command that can be compared with its newest one: runs with another selection, load or transport
    /// have other numbers.
    private static func comparable(_ runs: [KeptRun], _ kind: HistoryRun.Kind) -> [KeptRun] {
        let whole = runs.filter { $0.run.kind == kind && $0.run.isWhole }
        guard let newest = whole.last else { return [] }
        return whole.filter { $0.isLike(newest) }
    }
}
