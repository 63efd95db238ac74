import ArgumentParser
import AssayKit
import HAPModel
import Reporting
import SelfTest

/// `assay selftest`: checks that the suites find every known defect.
struct SelftestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "selftest",
        abstract: "Tests the suites: they must find every defect, and pass conformant simulators and twins.",
        discussion: """
            A defect violates a requirement, and the suites must find it. A twin answers in another form that the \
            protocol allows, and the suites must tolerate it. With --requirement, only defects and twins of such a \
            requirement run.

            --prune lists the proofs that the suites do not need. A proof is one expectation of a case together with one \
            requirement that it proves. It is needed if a defect would survive without it: Assay judges the recorded runs \
            again with this one proof left out. The list says which unneeded proofs find defects that others find, too, and \
            which find none. It does not change the exit status.

            Exit status: 0 no false alarm, every defect is found or listed in Suites/survivors.yaml, and every twin is \
            tolerated with the warnings that it declares; 2 wrong usage, an invalid suite, or nothing selected; 4 anything \
            else.

            Example: assay selftest --defect parallel-pair-setup
            """
    )

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var defects: DefectOptions

    @Option(name: .long, help: "How often to run the conformant simulators; each round has a different order.")
    var rounds = 1

    @Flag(name: .long, help: "Run the conformant simulators once more, over loopback sockets in real time.")
    var sockets = false

    @Flag(name: .long, help: "List the proofs that no defect needs.")
    var prune = false

    @OptionGroup var combinations: CombinationOptions

    @Option(
        help: ArgumentHelp("Also write the result of each defect and twin as JUnit XML.", valueName: "file"),
        completion: .file()
    )
    var junit: String?

    @Flag(name: .long, help: "Print one JSON document instead of a table.")
    var json = false

    func validate() throws {
        try combinations.validate(with: defects)
        guard rounds >= 1 else { throw ValidationError("--rounds needs a number of at least 1, not \(rounds)") }
        guard !prune || defects.areAll else {
            throw ValidationError("--prune needs all defects: omit --defect, --twin and --conformant")
        }
    }

    func run() async throws {
        let suites = try Suites.installed()
        if let count = combinations.count {
            let display = SelftestDisplay(total: count)
            let run = try CombinationRun(suites, count: count, seed: defects.seed)
            let outcome = await run.carryOut(report: display.isDone)
            display.clear()
            Terminal.say(outcome.table)
            throw ExitCode(outcome.isSound ? .conformant : .fault)
        }
        let selftest = try SelftestRun(suites, options)
        if let junit { try NamedFolder.checkFile(junit, option: "--junit") }
        let display = SelftestDisplay(total: selftest.total)
        let outcome = try await selftest.carryOut(report: display.isDone)
        display.clear()
        if let junit { try SetupError.with(.fault) { try outcome.junit.write(to: junit) } }
        Terminal.say(json ? CleanText(json: outcome.json) : outcome.table)
        throw ExitCode(outcome.isSound ? .conformant : .fault)
    }

    private var options: SelftestRun.Options {
        var options = SelftestRun.Options()
        options.selection = selection.selection
        defects.add(to: &options)
        options.rounds = rounds
        options.overSockets = sockets
        options.prunes = prune
        return options
    }
}
