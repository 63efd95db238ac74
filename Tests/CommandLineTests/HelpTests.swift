import ArgumentParser
import Processes
import Testing

@testable import assay

/// Every command by its words: `["suites", "check"]`.
private enum Commands {
    static let all: [[String]] = words(below: Assay.self)

    private static func words(below command: any ParsableCommand.Type) -> [[String]] {
        command.configuration.subcommands.flatMap { sub in
            let name = sub.configuration.commandName ?? "without a name"
            return [[name]] + words(below: sub).map { [name] + $0 }
        }
    }
}

@Suite("Help", .takingTurns)
struct HelpTests {
    @Test("All promised commands exist")
    func commands() {
        let names = Set(Commands.all.compactMap(\.first))
        let promised: Set = [
            "run", "plan", "why", "pair", "unpair", "inspect", "simulate", "recover", "suites", "selftest", "rejudge",
            "coverage", "baseline", "report", "records",
        ]
        #expect(names == promised)
    }

    @Test(
        "Each command's help describes it and ends with a valid example",
        arguments: Commands.all
    )
    func example(_ command: [String]) async throws {
        try await Workspace.with { workspace in
            let help = try await AssayProgram(in: workspace).run(command + ["--help"])
            #expect(help.status == 0)
            #expect(help.errors == "")
            #expect(help.output.hasPrefix("OVERVIEW: "))
            // Help is wrapped to the terminal's width; an example may continue on the next line.
            let text = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let match = try #require(
                text.firstMatch(of: /Example: assay (.*?) USAGE:/),
                "no example in:\n\(help.output)"
            )
            let words = match.1.split(separator: " ").map(String.init)
            #expect(words.starts(with: command))
            #expect(throws: Never.self) { try Assay.parseAsRoot(words) }
        }
    }

    @Test("Without a command, the help lists all commands")
    func overview() async throws {
        try await Workspace.with { workspace in
            let help = try await AssayProgram(in: workspace).run()
            #expect(help.status == 0)
            #expect(help.output.contains("ASSAY_SUITES"))
            for command in Commands.all where command.count == 1 {
                #expect(help.output.contains("\n  \(command[0]) "), "\(command[0]) is not listed")
            }
        }
    }
}
