import ArgumentParser
import AssayKit
import HAPModel
import Reporting
import Runner

/// `assay inspect`: prints the attribute database as a tree.
struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Prints the attribute database as a tree with names, values and permissions.",
        discussion: "Example: assay inspect --simulated lightbulb"
    )

    @OptionGroup var accessory: AccessoryOptions

    @Flag(name: .long, help: "Print the database as the accessory sent it.")
    var json = false

    func run() async throws {
        let suites = try Suites.installed()
        let json = json
        try await accessory.withAccess(suites) { access in
            let outcome = try await Interruption.stops { stop in
                await access.visit(suites, access.settings, stop: stop).inspect()
            }
            if let end = outcome.end { throw SetupError(end) }
            for note in outcome.notes + outcome.left { Terminal.complain(note) }
            guard !outcome.database.raw.isNull else { throw ExitCode(.unjudged) }
            Terminal.say(
                json
                    ? CleanText(json: outcome.database.raw)
                    : DatabaseTree(outcome.database, catalogue: suites.catalogue).text
            )
            guard outcome.left.isEmpty else { throw ExitCode(.unjudged) }
        }
    }
}
