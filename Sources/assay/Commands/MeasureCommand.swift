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

            The record, in a new folder of --reports, holds the times, up to 10,000 of each operation: `assay report` shows it again, and `assay compare` \
            compares it with another one.

            Exit status: 0 everything was measured, and no budget is violated (some may warn); 1 a budget is violated; 5 an operation came to nothing or ended \
            early, a named one could not be measured, or a budget's operation could not be measured, or not often enough; others as for `assay run`.

            Example: assay measure --address 192.168.1.20:51826 read write --budget read.p99=50ms
            """
    )

    @OptionGroup(title: "Accessory") var accessory: AccessoryOptions
    @OptionGroup(title: "Load") var load: LoadOptions
    @OptionGroup(title: "History") var history: HistoryOption
    @OptionGroup var measured: MeasuredOptions

    @Option(name: .long, help: "The folder in which the record gets its own folder.", completion: .directory)
    var reports = "Reports"

    @Option(name: .long, help: ArgumentHelp("Write the results as JSON, - for standard output.", valueName: "file"))
    var json: String?

    func validate() throws {
        guard !accessory.allTransports, accessory.options.further(nil).isEmpty else {
            throw ValidationError(
                "measure uses one transport; leave out --thread, --also and --all-transports, and name an address over Thread with --address coap://HOST:PORT"
            )
        }
    }

    func run() async throws {
        let suites = try Suites.installed()
        let profile = try accessory.profile(suites)
        let measurement = LatencyMeasurement(
            operations: try measured.operations.map { try MeasuredOperation(option: $0) },
            plan: load.plan,
            characteristics: measured.on,
            budgets: try LatencyBudget.merged(measured.budget, with: profile?.budgets ?? []),
            reports: reports
        )
        var options = RunOptions()
        options.profile = profile
        options.answerWithin = load.answerWithin.flatMap { Duration(suite: $0) } ?? options.expectedPatience
        options.mayActuate = measured.actuate
        let (chosen, output, choice) = (options, MeasurementOutput(file: json), try accessory.choice(profile))
        try output.check()
        try measurement.check()
        let kept = try history.chosen()
        try kept?.check()
        let outcome = try await accessory.withAccess(suites) { access in
            for note in access.notes { Terminal.complain(note) }
            var access = access
            access.environment = access.environment(chosen)
            var settings = access.settings(chosen)
            settings.command = measurement.command(chosen, choice)
            settings.rerun = chosen.rerun(choice, command: "measure")
            settings.relay = choice.relay?.name
            let asked = settings
            return try await Interruption.stops { [access] stop in
                try await measurement.carryOut(on: access, suites, asked, stop: stop, onProgress: output.show)
            }
        }
        try output.finish(outcome, kept?.keep(outcome.report, outcome.events, record: outcome.folder))
    }
}
