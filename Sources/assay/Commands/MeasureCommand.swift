import ArgumentParser
import AssayKit
import HAPModel
import Latency
import Profiles
import Reporting
import Runner
import SuiteLanguage

/// `assay measure`: how fast an accessory answers.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measures how fast an accessory answers.",
        discussion: """
            Operations: \(MeasuredOperation.allCases.map(\.rawValue).joined(separator: ", ")). Without any, all but identify and \
            pair-setup are measured. A write writes the value that is there; events change a value and restore it. Services \
            that move or switch something are left alone unless --actuate or the profile allows them.

            Exit status: 0 everything was measured and each budget is met; 1 a budget is violated; 5 an operation ended \
            early, or a budget's operation could not be measured; others as for `assay run`.

            Example: assay measure --address 192.168.1.20:51826 read write --budget read.p99=50ms
            """
    )

    @OptionGroup(title: "Accessory") var accessory: AccessoryOptions
    @OptionGroup(title: "Load") var load: LoadOptions
    @OptionGroup(title: "History") var history: HistoryOption

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

    @Option(name: .long, help: ArgumentHelp("Write the results as JSON, - for standard output.", valueName: "file"))
    var json: String?

    @ArgumentParser.Argument(
        help: "The operations to measure.",
        completion: .list(MeasuredOperation.allCases.map(\.rawValue))
    )
    var operations: [String] = []

    func validate() throws {
        for word in operations { _ = try MeasuredOperation(option: word) }
        for text in budget { _ = try LatencyBudget(option: text) }
    }

    func run() async throws {
        let suites = try Suites.installed()
        let profile = try accessory.profile(suites)
        let measurement = LatencyMeasurement(
            operations: try operations.map { try MeasuredOperation(option: $0) },
            plan: load.plan,
            characteristics: on,
            budgets: try LatencyBudget.merged(budget, with: profile?.budgets ?? [])
        )
        var options = RunOptions()
        options.profile = profile
        options.answerWithin = load.answerWithin.flatMap { Duration(suite: $0) } ?? options.expectedPatience
        options.mayActuate = actuate
        let (chosen, output) = (options, MeasurementOutput(file: json))
        try output.check()
        let kept = try history.chosen()
        try kept?.check()
        let outcome = try await accessory.withAccess(suites) { access in
            for note in access.notes { Terminal.complain(note) }
            return try await Interruption.stops { stop in
                try await measurement.carryOut(
                    on: access,
                    suites,
                    access.settings(chosen),
                    stop: stop,
                    onProgress: output.show
                )
            }
        }
        try output.finish(outcome, kept?.keep(outcome, measurement.plan))
    }
}
