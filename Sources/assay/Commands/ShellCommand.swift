import ArgumentParser
import AssayKit
import Reporting
import Runner

/// `assay shell`: reads, writes and watches characteristics on one session.
struct ShellCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shell",
        abstract: "Reads, writes and watches characteristics on one session, command by command.",
        discussion: """
            Commands: \(Shell.commands.map(\.name).joined(separator: ", ")). On a terminal, Tab completes names, the arrow \
            keys recall earlier lines, and Ctrl-D ends the shell. Without a terminal it reads commands from standard input, \
            and exits with status 5 if one of them failed.

            Example: assay shell --address 192.168.1.20:51826
            """
    )

    @OptionGroup var options: ManualOptions

    func run() async throws {
        let shell = Shell(isTracing: options.trace, isJSON: options.json)
        let history = ShellHistory(in: options.accessory.state.folder)
        let isInteractive = Terminal.isTerminal(0)
        try await options.withSession(onEvent: { shell.trace($0) }) { session, stop in
            let characteristics = session.characteristics
            let terminal = ShellTerminal(history: isInteractive ? history.lines : []) {
                Shell.words($0, characteristics)
            }
            await withTaskGroup { group in
                group.addTask {
                    await shell.follow(session, until: stop) { isInteractive ? terminal.say($0) : Terminal.say($0) }
                }
                group.addTask {
                    for await line in isInteractive ? terminal.lines : StandardInput.lines {
                        guard await shell.carryOut(line, on: session) else { break }
                        if isInteractive { terminal.ask() }
                    }
                }
                // The first to end is the end of the input, `quit`, or a signal.
                await group.next()
                group.cancelAll()
            }
            terminal.close()
            if isInteractive { history.keep(terminal.history) }
        }
        guard isInteractive || !shell.hasFailed else { throw ExitCode(.unjudged) }
    }
}
