import ArgumentParser
import AssayKit
import HAPModel
import Measurement
import Reporting
import RunRecord

/// `assay run`: tests an accessory.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs suites against an accessory and reports what it does wrong.",
        discussion: """
            Exit status: 0 conformant; 1 a mandatory requirement failed; 2 wrong usage, an invalid suite, or nothing \
            selected; 3 accessory not reachable, or wrong setup code; 4 error in Assay; 5 no mandatory requirement failed, \
            but a selected case could not be judged.

            \(GateOptions.statuses)

            Example: assay run --address 192.168.1.20:51826 pair-setup.*
            """
    )

    @OptionGroup var accessory: AccessoryOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var budgets: BudgetOptions
    @OptionGroup var gate: GateOptions
    @OptionGroup var forms: ReportOptions

    @Option(name: .long, help: "The folder in which the run creates its report folder.")
    var reports = "Reports"

    @Flag(name: .long, help: "Print only failures and totals.")
    var quiet = false

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    @Flag(name: .long, help: "Print the decoded network traffic while the run continues.")
    var trace = false

    func run() async throws {
        let suites = try Suites.installed()
        let (style, isQuiet) = (Terminal.style, quiet || json)
        let display = RunDisplay(clock: .system, isQuiet: isQuiet)
        var options = budgets.options(selection)
        options.baseline = try gate.loaded(suites)
        var run = ConformanceRun(suites, on: accessory.choice, options, reports: reports)
        run.junitFlavour = forms.junitFlavour
        run.onProgress = display.show
        if trace {
            let tracer = TraceLine(style: json ? .plain : style)
            run.onEvent = { for line in tracer.lines($0) { Terminal.complain(line) } }
        }
        try run.check()
        try forms.check()
        let prepared = run
        let outcome = try await accessory.withAccess(suites) { access in
            try await Interruption.stops { stop in try await prepared.carryOut(on: access, stop: stop) }
        }
        display.clear()
        let folder = outcome.reportProblem == nil ? outcome.folder : nil
        say(RunText(outcome.report, folder: folder, isQuiet: quiet, style: style))
        if let problem = outcome.reportProblem { Terminal.complain(problem) }
        try forms.write(outcome.report)
        throw ExitCode(outcome.status)
    }

    private func say(_ text: RunText) {
        if let complaint = text.complaint { Terminal.complain(complaint) }
        Terminal.say(json ? text.json : text.text)
    }
}
