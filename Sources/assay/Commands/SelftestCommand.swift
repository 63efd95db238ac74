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

    @Option(name: .long, help: "Run only this defect, and no other defect or twin; * stands for any text.")
    var defect: [String] = []

    @Option(name: .long, help: "Run only this twin, and no other twin or defect; * stands for any text.")
    var twin: [String] = []

    @Flag(name: .long, help: "Run only the conformant simulators, without any defect or twin.")
    var conformant = false

    @Option(name: .long, help: "How often to run the conformant simulators; each round has a different order.")
    var rounds = 1

    @Flag(name: .long, help: "Run the conformant simulators once more, over loopback sockets in real time.")
    var sockets = false

    @Flag(name: .long, help: "List the proofs that no defect needs.")
    var prune = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also run this many variants of the defects, or `all`: defects that act in one place or at one time only.",
            valueName: "count"
        )
    )
    var variants: VariantCount?

    @Option(name: .long, help: "The seed that decides which variants run.")
    var seed: UInt64 = 1

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Instead, run this many combinations of two to five defects at once, and check the likely causes.",
            valueName: "count"
        )
    )
    var combinations: Int?

    @Option(
        name: .long,
        help: ArgumentHelp("Also write the result of each defect and twin as JUnit XML.", valueName: "file")
    )
    var junit: String?

    @Flag(name: .long, help: "Print one JSON document instead of a table.")
    var json = false

    func validate() throws {
        if let combinations, combinations < 1 {
            throw ValidationError("--combinations needs a number of at least 1, not \(combinations)")
        }
        guard rounds >= 1 else { throw ValidationError("--rounds needs a number of at least 1, not \(rounds)") }
        guard !conformant || (defect.isEmpty && twin.isEmpty) else {
            throw ValidationError("--conformant cannot be used with --defect or --twin")
        }
        guard !conformant || variants == nil else {
            throw ValidationError("--conformant and --variants cannot be used together")
        }
        guard !prune || (!conformant && defect.isEmpty && twin.isEmpty) else {
            throw ValidationError(
                "--prune needs all defects, so it cannot be used with --defect, --twin or --conformant"
            )
        }
    }

    func run() async throws {
        let suites = try Suites.installed()
        if let combinations { return try await run(combinations, suites) }
        let selftest = try SelftestRun(suites, options)
        if let junit { try NamedFolder(ofFile: junit, option: "--junit").makeWritable() }
        let display = SelftestDisplay(total: selftest.total)
        let outcome = try await selftest.carryOut(report: display.isDone)
        display.clear()
        if let junit { try SetupError.with(.fault) { try outcome.junit.write(to: junit) } }
        Terminal.say(json ? CleanText(json: outcome.json) : outcome.table)
        throw ExitCode(outcome.isSound ? .conformant : .fault)
    }

    private func run(_ count: Int, _ suites: Suites) async throws {
        let run = try CombinationRun(suites, count: count)
        let display = SelftestDisplay(total: count)
        let outcome = await run.carryOut(report: display.isDone)
        display.clear()
        Terminal.say(outcome.table)
        throw ExitCode(outcome.isSound ? .conformant : .fault)
    }

    private var options: SelftestRun.Options {
        var options = SelftestRun.Options()
        options.selection = selection.selection
        options.defects = defect
        options.twins = twin
        options.isConformantOnly = conformant
        options.rounds = rounds
        options.overSockets = sockets
        options.prunes = prune
        options.variants = variants?.count ?? 0
        options.seed = seed
        return options
    }
}
