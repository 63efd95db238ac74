import ArgumentParser
import HAPModel
import Reporting
import Runner

/// `assay inspect`: the attribute database as a tree.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Prints the attribute database as a tree with names, values and permissions.",
        discussion: "Example: assay inspect --simulated lightbulb"
    )

    @OptionGroup var accessory: AccessoryOptions

    @Flag(name: .long, help: "Prints the database as the accessory sent it.")
    var json = false

    func run() async throws {
        let suites = try LoadedSuites.load()
        let json = json
        try await BenchSetup.with(accessory, suites: suites) { setup in
            let outcome = try await setup.visit(suites, setup.settings) { await $0.inspect() }
            if let end = outcome.end { throw Exit.failed(end) }
            for note in outcome.notes { Terminal.complain(note) }
            for left in outcome.left { Terminal.complain(left) }
            guard !outcome.database.raw.isNull else { throw ExitCode(.unjudged) }
            print(
                json ? outcome.database.raw.pretty() : DatabaseTree(outcome.database, catalogue: suites.catalogue).text
            )
            guard outcome.left.isEmpty else { throw ExitCode(.unjudged) }
        }
    }
}
