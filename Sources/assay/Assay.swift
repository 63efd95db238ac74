import ArgumentParser
import Glibc
import Reporting

/// `assay`: the command line.
@main
struct Assay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assay",
        abstract: "The open conformance tester for HomeKit accessories.",
        subcommands: [
            RunCommand.self, PlanCommand.self, WhyCommand.self, PairCommand.self, UnpairCommand.self,
            InspectCommand.self,
            SimulateCommand.self, RecoverCommand.self, RejudgeCommand.self, SuitesCommand.self, SelftestCommand.self,
            CoverageCommand.self,
        ]
    )

    /// Runs the command that the arguments name; wrong usage ends with status 2, as everywhere in Assay.
    static func main() async {
        do {
            let command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Terminal.complain(fullMessage(for: error))
            Glibc.exit(ExitStatus.usage.rawValue)
        }
    }
}
