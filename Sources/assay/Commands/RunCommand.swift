import ArgumentParser
import Foundation
import HAPCrypto
import HAPModel
import Judge
import Measurement
import Reporting
import RunRecord
import Runner
import SuiteLanguage

/// `assay run`: runs suites against an accessory and says what it does wrong.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs suites against an accessory and reports what it does wrong.",
        discussion: """
            Example: assay run --address 192.168.1.20:51826 pair-setup.*

            Exit status: 0 conformant; 1 a must is broken; 2 wrong usage, a broken suite, or nothing selected; 3 accessory \
            not reachable, or wrong setup code; 4 the tester's own fault; 5 no must is broken, but something selected \
            could not be judged.
            """
    )

    @OptionGroup var accessory: AccessoryOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var budgets: BudgetOptions

    @Option(name: .long, help: "The folder in which the run's reports are made.")
    var reports = "Reports"

    @Flag(name: .long, help: "Prints failures and totals only.")
    var quiet = false

    @Flag(name: .long, help: "Prints one JSON document instead of text.")
    var json = false

    @Flag(name: .long, help: "Prints what goes over the wire, decoded, as it happens.")
    var trace = false

    func run() async throws {
        let suites = try LoadedSuites.load()
        _ = try selection.cases(in: suites)
        try NamedFolder(path: reports, option: "--reports").makeWritable()
        let command = self
        let status = try await BenchSetup.with(accessory, suites: suites) { setup in
            try await command.run(on: setup, suites)
        }
        throw ExitCode(status)
    }

    private func run(on setup: BenchSetup, _ suites: LoadedSuites) async throws -> ExitStatus {
        let redaction = Redaction(setupCode: setup.setupCode, setupPayload: setup.setupPayload)
        let folder = try Exit.orTrouble {
            try RunFolder(path: RunName.folder(in: reports, accessory: setup.name)) { bytes in
                Hex.encode(SHA512.hash(bytes).prefix(32))
            }
        }
        let sink = TracingSink(
            folder: folder,
            tracer: trace ? TraceLine(style: json ? .plain : Terminal.style) : nil
        )
        let journal = Journal(clock: setup.environment.clock, redaction: redaction, sink: sink)
        let display = RunDisplay(clock: setup.environment.clock, isQuiet: quiet || json)
        let stop = StopRequest()
        let engine = RunEngine(
            environment: setup.environment,
            settings: settings(setup),
            library: suites.library,
            catalogue: suites.catalogue,
            journal: journal,
            ledger: setup.ledger,
            stop: stop
        ) { display.show($0) }
        let result = await Interruption.during({ await engine.run() }, onSignal: stop.make)
        display.clear()
        let report = RunReport(events: journal.events, library: suites.library, end: result.end)
        try Exit.orTrouble { try report.write(into: folder.path) }
        RunName.markLatest(folder.path)
        print(report, folder: folder.path)
        return report.exitStatus
    }

    private func settings(_ setup: BenchSetup) -> RunSettings {
        var settings = setup.settings(budgets)
        settings.selection = selection.selection
        settings.rerun = rerun
        return settings
    }

    /// The command that runs the same again; the setup code is never part of it.
    private var rerun: String {
        var words = ["assay", "run"]
        if let address = accessory.address { words += ["--address", address] }
        if let simulated = accessory.simulated { words += ["--simulated", simulated] }
        if let defect = accessory.defect { words += ["--defect", defect] }
        if let state = accessory.state.state { words += ["--state", state] }
        if budgets.seed != 1 { words += ["--seed", "\(budgets.seed)"] }
        if budgets.answerWithin != BudgetOptions.usualPatience { words += ["--answer-within", budgets.answerWithin] }
        if budgets.actuate { words.append("--actuate") }
        if budgets.destructive { words.append("--destructive") }
        return words.map(ShellWord.quoted).joined(separator: " ")
    }

    private func print(_ report: RunReport, folder: String) {
        let told: Set<Verdict.Outcome> = quiet ? [.failed] : [.failed, .warned]
        let summary = TerminalSummary(report, style: Terminal.style, told: told)
        if let complaint = summary.complaint { Terminal.complain(complaint) }
        if json {
            Swift.print(JSONSummary(report).text, terminator: "")
            return
        }
        let failures = FailureText(report, style: Terminal.style)
        // An accessory that died was found out, though the rest of the case could not be judged any more.
        for entry in report.entries where told.contains(entry.verdict.outcome) || entry.isCutShort {
            Swift.print(failures.text(entry) + "\n")
        }
        Swift.print(summary.text)
        if !quiet { Swift.print("Reports: \(folder)/junit.xml, summary.json, run.jsonl") }
    }
}
