import ArgumentParser
import AssayKit
import HAPModel
import Latency
import Measurement
import SuiteLanguage

/// The options that say what is measured and how long it may take.
struct MeasuredOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A limit for p50, p90, p99, p99.9 or max of an operation, such as read.p99=50ms. Several are possible.",
            valueName: "budget"
        )
    )
    var budget: [String] = []

    @Option(name: .long, help: ArgumentHelp("A characteristic to use: its id or name.", valueName: "characteristic"))
    var on: [String] = []

    @Flag(name: .long, help: "Allow writes to services that move, lock, heat or switch something.")
    var actuate = false

    @ArgumentParser.Argument(
        help: "The operations to measure.",
        completion: .list(MeasuredOperation.allCases.map(\.rawValue))
    )
    var operations: [String] = []

    func validate() throws {
        for word in operations { _ = try MeasuredOperation(option: word) }
        let names = try budget.map { try LatencyBudget(option: $0).name }
        if let twice = names.enumerated().first(where: { names.prefix($0.offset).contains($0.element) }) {
            throw ValidationError("--budget \(twice.element) is given twice; only one limit applies to a percentile")
        }
    }
}

extension LatencyBudget {
    /// A budget as an option: `read.p99=50ms`.
    init(option text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw ValidationError("--budget needs OPERATION.PERCENTILE=TIME, as in read.p99=50ms, not `\(text)`")
        }
        guard let limit = Duration(suite: parts[1]), limit > .zero else {
            throw ValidationError(
                "--budget \(text): it needs a time above 0 in the form 500us, 50ms or 2s, not `\(parts[1])`"
            )
        }
        do throws(LatencyBudgetError) {
            let (series, percentile) = try LatencyBudget.parts(of: parts[0])
            self.init(series: series, percentile: percentile, limit: limit)
        } catch {
            throw ValidationError("--budget \(text): \(error.description)")
        }
    }

    /// The budgets of options and of a profile; an option replaces the one for the same percentile.
    static func merged(_ options: [String], with profile: [LatencyBudget]) throws -> [LatencyBudget] {
        let given = try options.map { try LatencyBudget(option: $0) }
        return given + profile.filter { one in !given.contains { $0.name == one.name } }
    }
}
