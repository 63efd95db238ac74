import ArgumentParser
import HAPAccessory
import HAPModel
import Reporting
import SelfTest
import SuiteLanguage

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
        let suites = try LoadedSuites.load()
        let simulators = try suites.simulators()
        _ = try selection.cases(in: suites)
        let matrix = DefectMatrix(
            library: suites.library,
            simulators: simulators,
            selection: selection.selection
        )
        let defects = try conformant ? [] : defects(in: simulators).filter(matrix.concerns)
        let runs = ConformantRuns(library: suites.library, simulators: simulators, selection: selection.selection)
        if let junit { try NamedFolder(ofFile: junit, option: "--junit").makeWritable() }
        let started = RunName.now
        let display = SelftestDisplay(
            total: simulators.accessories.count * (rounds + (sockets ? 1 : 0)) + defects.count
        )
        let baseline = try await runs.perform(rounds: rounds, overSockets: sockets, report: display.isDone)
        let rows = await matrix.rows(defects, pruning: prune, report: display.isDone)
        display.clear()
        // Only all defects together tell of a case that it kills none.
        let isWhole = !conformant && defect.isEmpty && selection.requirement.isEmpty
        let outcome = SelftestOutcome(
            started: started,
            baseline: baseline,
            rows: rows,
            idle: isWhole ? matrix.idleCases(rows) : [],
            survivors: simulators.survivors,
            pruning: prune ? Pruning(rows, library: suites.library, selection: selection.selection) : nil,
            accessories: simulators.accessories.map(\.name)
        )
        if let junit { try Exit.orTrouble { try outcome.junit.write(to: junit) } }
        print(json ? outcome.json.pretty() : outcome.table)
        throw ExitCode(outcome.isSound ? .conformant : .fault)
    }

    /// The defects that are asked for: all, or those that fit one of the patterns.
    ///
    /// - Throws: an exit with status 2 if a pattern fits none.
    private func defects(in simulators: SimulatorLibrary) throws -> [Defect] {
        let patterns = defect.map { Selection(patterns: [$0]) }
        for (pattern, text) in zip(patterns, defect) {
            guard simulators.defects.contains(where: { pattern.selects(instance: $0.name) }) else {
                Terminal.complain("no defect fits --defect \(text); `assay suites defects` lists them")
                throw ExitCode(.usage)
            }
        }
        guard !patterns.isEmpty else { return simulators.defects }
        return simulators.defects.filter { item in patterns.contains { $0.selects(instance: item.name) } }
    }
}
