import Judge
import Measurement

/// What the history says of the runs of one product.
package struct HistoryReading: Sendable {
    /// In the order of their starts.
    package let runs: [KeptRun]
    package let flaky: [FlakyInstance]
    /// The names of all series of counts and times, those of counts first.
    package let names: [String]
    private let verdicts: [Int64: [HistoryVerdict]]
    private let search: ChangeSearch

    /// - Parameters:
    ///   - runs: the runs of one product, in any order.
    ///   - verdicts: their verdicts by number; instances that have the same verdict in all runs may be missing.
    ///   - seed: decides the permutations of the search for changes.
    package init(_ runs: [KeptRun], verdicts: [Int64: [HistoryVerdict]] = [:], seed: UInt64 = 1) {
        self.init(runs, verdicts, ChangeSearch { ChangePoint.all(in: $0, seed: seed) })
    }

    init(_ runs: [KeptRun], _ verdicts: [Int64: [HistoryVerdict]], _ search: ChangeSearch) {
        let runs = runs.sorted { ($0.run.started, $0.number) < ($1.run.started, $1.number) }
        self.runs = runs
        self.verdicts = verdicts
        self.search = search
        flaky = FlakyInstance.all(in: runs, verdicts, search)
        names = HistoryRun.Kind.allCases.flatMap { kind in
            let comparable = Self.comparable(runs, kind)
            guard !comparable.isEmpty else { return [String]() }
            let operations = Set(comparable.flatMap { $0.run.figures.map(\.operation) }).sorted()
            let figures = operations.flatMap { operation in Percentile.allCases.map { Self.name(operation, $0) } }
            return (kind == .run ? Self.counted.map(\.rawValue) : []) + figures
        }
    }

    /// The outcomes whose counts are series.
    private static let counted: [Verdict.Outcome] = [.failed, .warned, .inconclusive]
    /// The percentiles that are looked at if the user names no series: the usual time, and the slow answers.
    private static let usual: [Percentile] = [.p50, .p99]

    private static func name(_ operation: String, _ percentile: Percentile) -> String {
        "\(operation).\(percentile.rawValue)"
    }

    /// The maker and model of the accessory.
    package var product: String { runs.last?.run.accessory.product ?? "" }

    /// The largest number of runs that can be compared with each other.
    package var comparable: Int { HistoryRun.Kind.allCases.map { Self.comparable(runs, $0).count }.max() ?? 0 }

    /// The names of the series that are looked at if the user names none.
    package var usualNames: [String] {
        names.filter { name in
            Self.counted.contains { $0.rawValue == name } || Self.usual.contains { name.hasSuffix(".\($0.rawValue)") }
        }
    }

    /// What a user can name: the counts and the operations.
    package var subjects: [String] {
        var seen: Set<String> = []
        return names.map { name in
            Percentile.allCases.first { name.hasSuffix(".\($0.rawValue)") }
                .map { String(name.dropLast($0.rawValue.count + 1)) } ?? name
        }.filter { seen.insert($0).inserted }
    }

    /// The names of the series that a user means: `failed` and `read.p90` name one, `read` the usual ones of an operation,
    /// `latency.read` those of all operations that this case measured.
    package func names(of subject: String) -> [String] {
        guard !names.contains(subject) else { return [subject] }
        let named = Percentile.allCases.first { subject.hasSuffix(".\($0.rawValue)") }
        let operation = named.map { String(subject.dropLast($0.rawValue.count + 1)) } ?? subject
        let operations =
            subjects.contains(operation) ? [operation] : subjects.filter { Self.isPart($0, of: operation) }
        let percentiles = named.map { [$0] } ?? Self.usual
        return operations.flatMap { one in percentiles.map { Self.name(one, $0) } }.filter(names.contains)
    }

    /// Whether an operation was measured by a case or an instance, or is a message of another operation.
    private static func isPart(_ operation: String, of whole: String) -> Bool {
        !whole.isEmpty && (operation.hasPrefix("\(whole)[") || operation.hasPrefix("\(whole)."))
    }

    /// The series with a name of ``names``.
    package func series(_ name: String) -> HistorySeries {
        if Self.counted.contains(where: { $0.rawValue == name }) {
            return series(
                name,
                .count,
                Self.comparable(runs, .run).map { run in
                    HistorySeries.Point(run: run, value: Double(run.run.totals[name] ?? 0))
                }
            )
        }
        let percentile = Percentile.allCases.first { name.hasSuffix(".\($0.rawValue)") } ?? .p50
        let operation = String(name.dropLast(percentile.rawValue.count + 1))
        let points = HistoryRun.Kind.allCases.flatMap { Self.comparable(runs, $0) }.compactMap { run in
            run.run.figures.first { $0.operation == operation }.map {
                HistorySeries.Point(run: run, value: Double($0[percentile]))
            }
        }
        return series(name, .nanoseconds, points)
    }

    /// The series that are looked at if the user names none.
    package func usual() -> [HistorySeries] { usualNames.map(series) }

    /// The verdicts of each instance that does not have the same one in all runs.
    package func instances() -> [HistorySeries] {
        var points: [String: [HistorySeries.Point]] = [:]
        for run in Self.comparable(runs, .run) {
            for verdict in verdicts[run.number] ?? [] {
                guard let value = verdict.badness else { continue }
                points[verdict.instance, default: []].append(HistorySeries.Point(run: run, value: value))
            }
        }
        return points.sorted { $0.key < $1.key }.map { series($0.key, .verdict, $0.value) }
    }

    private func series(_ name: String, _ unit: HistorySeries.Unit, _ points: [HistorySeries.Point]) -> HistorySeries {
        HistorySeries(name: name, unit: unit, points: points, places: search.changes(in: points.map(\.value)))
    }

    /// The whole runs of a command that can be compared with its newest one: runs with another selection, load or transport
    /// have other numbers.
    private static func comparable(_ runs: [KeptRun], _ kind: HistoryRun.Kind) -> [KeptRun] {
        let whole = runs.filter { $0.run.kind == kind && $0.run.isWhole }
        guard let newest = whole.last else { return [] }
        return whole.filter { $0.isLike(newest) }
    }
}
