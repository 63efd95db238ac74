import ArgumentParser
import AssayKit
import HAPModel
import Reporting
import SelfTest

/// `assay selftest`: tests the tester.
struct SelftestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "selftest",
        abstract: "Tests the suites: conformant simulators must pass, and every defect must be found.",
        discussion: """
            With --requirement only defects run that break such a requirement.

            --prune names each proof that could go. A proof is one expectation of a case and one requirement that it \
            proves; it is needed if a defect would survive without it, found out by judging the runs of the matrix again \
            with this proof alone left out. One that kills, as others do too, may be a second door worth having; one that \
            kills nothing shows nothing. What it names does not change the exit status.

            Exit status: 0 no false alarm, and every defect is found or listed in Suites/survivors.yaml; 2 wrong usage, a \
            broken suite, or nothing selected; 4 anything else.

            Example: assay selftest --defect parallel-pair-setup
            """
    )

    @OptionGroup var selection: SelectionOptions

    @Option(name: .long, help: "Only this defect, or a pattern over defects.")
    var defect: [String] = []

    @Flag(name: .long, help: "Only the conformant simulators, without any defect.")
    var conformant = false

    @Option(name: .long, help: "How often the conformant simulators run; every round has another order.")
    var rounds = 1

    @Flag(name: .long, help: "Runs the conformant simulators once more, over loopback sockets in real time.")
    var sockets = false

    @Flag(name: .long, help: "Names each expectation without which no defect would survive.")
    var prune = false

    @Option(name: .long, help: ArgumentHelp("Also writes the defects' fates as JUnit XML.", valueName: "file"))
    var junit: String?

    @Flag(name: .long, help: "Prints one JSON document instead of a table.")
    var json = false

    func validate() throws {
        guard rounds >= 1 else { throw ValidationError("--rounds is 1 or more, not \(rounds)") }
        guard !conformant || defect.isEmpty else {
            throw ValidationError("--conformant and --defect exclude each other")
        }
        guard !prune || (!conformant && defect.isEmpty) else {
            throw ValidationError("--prune needs all defects: it excludes --defect and --conformant")
        }
    }

    func run() async throws {
        let suites = try Suites.installed()
        let selftest = try SelftestRun(suites, options)
        if let junit { try NamedFolder(ofFile: junit, option: "--junit").makeWritable() }
        let display = SelftestDisplay(total: selftest.total)
        let outcome = try await selftest.perform(report: display.isDone)
        display.clear()
        if let junit { try SetupError.with(.fault) { try outcome.junit.write(to: junit) } }
        Terminal.say(json ? CleanText(json: outcome.json) : outcome.table)
        throw ExitCode(outcome.isSound ? .conformant : .fault)
    }

    private var options: SelftestRun.Options {
        var options = SelftestRun.Options()
        options.selection = selection.selection
        options.defects = defect
        options.isConformantOnly = conformant
        options.rounds = rounds
        options.overSockets = sockets
        options.prunes = prune
        return options
    }
}
