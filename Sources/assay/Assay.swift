import ArgumentParser
import AssayKit
import Glibc
import Reporting

/// `assay`: the command line.
@main
struct Assay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assay",
        abstract: "An open conformance tester for HomeKit accessories.",
        discussion: """
            Assay loads its suites from the folder that ASSAY_SUITES names. If it is not set, Assay tries ../share/assay/Suites \
            (relative to the program), then Suites in each folder above the program, then Suites in the current folder.

            ENVIRONMENT:
            \(EnvironmentVariable.help)
            """,
        version: ProgramVersion.text,
        subcommands: [
            RunCommand.self, PlanCommand.self, WhyCommand.self, PairCommand.self, UnpairCommand.self,
            InspectCommand.self, DiscoverCommand.self, GetCommand.self, PutCommand.self, WatchCommand.self,
            IdentifyCommand.self, MeasureCommand.self, ShellCommand.self,
            SimulateCommand.self, RelayCommand.self, RecoverCommand.self, RejudgeCommand.self, SuitesCommand.self,
            SelftestCommand.self,
            CoverageCommand.self, ProfileCommand.self, BaselineCommand.self, ReportCommand.self, CompareCommand.self,
            RecordsCommand.self, HistoryCommand.self,
        ]
    )

    /// Runs the command that the arguments name. Wrong usage ends with status 2.
    static func main() async {
        // If the reader of the output closes the pipe, the run must still restore what it changed.
        signal(SIGPIPE, SIG_IGN)
        Interruption.takeSignals()
        Terminal.conceal(EnvironmentSecrets.redaction)
        let status = await status()
        // Wrong usage has no output.
        guard let problem = Terminal.problem, status != ExitStatus.usage.rawValue else { Glibc.exit(status) }
        Terminal.complain(problem)
        Glibc.exit(ExitStatus.fault.rawValue)
    }

    /// Runs the command, and says why it failed.
    ///
    /// - Returns: its exit status.
    private static func status() async -> Int32 {
        let words = Array(CommandLine.arguments.dropFirst())
        // The parser would show the help of the commands that exist.
        if words.first == "help", let unknown = UnknownCommand(in: Array(words.dropFirst())) {
            Terminal.complain(UsageText.wrapped(usage(of: unknown.parent, wrongBy: unknown.complaint)))
            return ExitStatus.usage.rawValue
        }
        var parsed: (any ParsableCommand)?
        do {
            let command = try parseAsRoot()
            parsed = command
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
            return ExitStatus.conformant.rawValue
        } catch let error as SetupError where error.code != .wrongArgument {
            Terminal.complain(error.description)
            return error.exitStatus
        } catch {
            let error = (error as? SetupError).map { ValidationError($0.description) } ?? error
            let code = exitCode(for: error)
            if code == .validationFailure {
                Terminal.complain(UsageText.wrapped(complaint(error, of: parsed)))
                return ExitStatus.usage.rawValue
            }
            // Help, a completion script, or nothing but a status.
            let message = UsageText.wrapped(fullMessage(for: error))
            if !message.isEmpty { code == .success ? Terminal.say(message) : Terminal.complain(message) }
            return code.rawValue
        }
    }

    /// What is wrong with the arguments, and how to use the command.
    ///
    /// - Parameter command: the command with the wrong arguments; `nil` if the words could not be parsed.
    private static func complaint(_ error: any Error, of command: (any ParsableCommand)?) -> String {
        let message = fullMessage(for: error)
        if let command { return usage(of: type(of: command), wrongBy: Self.message(for: error)) }
        if let unknown = UnknownCommand(in: Array(CommandLine.arguments.dropFirst())) {
            return usage(of: unknown.parent, wrongBy: unknown.complaint)
        }
        guard let unknown = UnknownOption(in: Array(CommandLine.arguments.dropFirst())) else { return message }
        return usage(of: unknown.command, wrongBy: unknown.complaint)
    }

    private static func usage(of command: any ParsableCommand.Type, wrongBy message: String) -> String {
        let usage = usageString(for: command)
        let name = usage.split(separator: " ").prefix { $0.first?.isLetter == true }
        return """
            Error: \(message)
            Usage: \(usage)
              See '\(name.joined(separator: " ")) --help' for more information.
            """
    }
}
