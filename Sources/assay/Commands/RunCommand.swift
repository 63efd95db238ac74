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
            Exit status: 0 conformant; 1 a mandatory requirement failed; 2 wrong usage, an invalid suite, a baseline for \
            another product, or nothing selected; 3 accessory not reachable, used by another assay process (--wait waits for its end), wrong setup \
            code, or a `flash` command that fails; 4 error in Assay, or output that cannot be written; 5 no mandatory requirement failed, but a selected case \
            could not be judged, or a signal ended the run.

            \(GateOptions.statuses)

            --tier takes smoke, normal or full. --tag and --without take a tag (\(SelectionOptions.tags)), a chapter \
            (\(SelectionOptions.chapters)) or a section (`assay suites tags` lists them).

            Example: assay run --address 192.168.1.20:51826 'pair-setup.*'
            """
    )

    @OptionGroup(title: "Accessory") var accessory: AccessoryOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Permissions and values") var budgets: BudgetOptions
    @OptionGroup(title: "Start of the run") var start: StartOptions
    @OptionGroup(title: "End of the run") var ending: EndingOptions
    @OptionGroup(title: "Gate") var gate: GateOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Reports for other programs") var forms: ReportOptions
    @OptionGroup(title: "History") var history: HistoryOption

    func run() async throws {
        let suites = try Suites.installed()
        let (style, isQuiet) = (Terminal.style, output.quiet || output.json)
        let profile = try accessory.profile(suites)
        var options = budgets.options(selection, profile)
        start.add(to: &options)
        options.baseline = try gate.loaded(suites)
        ending.add(to: &options)
        var choice = try accessory.choice(profile)
        let display = RunDisplay(
            clock: .system,
            isQuiet: isQuiet,
            isSimulated: choice.isSimulated,
            isKnown: options.allows
        )
        if choice.state.onWait != nil { choice.state.onWait = display.show(waits:) }
        var run = ConformanceRun(suites, on: choice, options, reports: output.reports)
        run.junitFlavour = forms.junitFlavour
        run.history = try history.chosen()
        run.onProgress = display.show
        if output.trace {
            let tracer = TraceLine(style: output.json ? .plain : style)
            run.onEvent = { display.trace(tracer.lines($0)) }
        }
        try run.check()
        try forms.check()
        let (prepared, chosen) = (run, choice)
        let outcome = try await display.during {
            try await Interruption.cancels(
                saying: "interrupted before the run began; check that the firmware on the accessory is whole"
            ) { try await prepared.flash() }
            return try await chosen.withAccessFromTerminal(suites) { access in
                try await Interruption.stops { stop in try await prepared.carryOut(on: access, stop: stop) }
            }
        }
        let folder = outcome.reportProblem == nil ? outcome.folder : nil
        var problems = [outcome.reportProblem, outcome.historyProblem].compactMap { $0 }
        do throws(SetupError) { try forms.write(outcome.report) } catch { problems.append(error.description) }
        let isWritten = problems.isEmpty
        say(
            RunText(
                outcome.report,
                folder: folder,
                detail: output.detail,
                style: style,
                isWritten: isWritten,
                columns: Terminal.width
            )
        )
        for problem in problems { Terminal.complain(problem) }
        throw ExitCode(isWritten ? outcome.status : .fault)
    }

    private func say(_ text: RunText) {
        if let complaint = text.complaint { Terminal.complain(complaint) }
        Terminal.say(output.json ? text.json : text.text)
    }
}
