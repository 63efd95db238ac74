import ArgumentParser
import Foundation
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
            "run", "plan", "why", "pair", "unpair", "inspect", "discover", "get", "put", "watch", "identify", "measure",
            "shell",
            "simulate", "recover", "suites", "selftest",
            "rejudge",
            "coverage", "profile", "baseline", "report", "compare", "records", "history", "relay",
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

    @Test("The help of every command is as it is kept")
    func snapshot() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            var text = ""
            for command in [[]] + Commands.all {
                let help = try await assay.run(command + ["--help"])
                let line = (["$ assay"] + command + ["--help"]).joined(separator: " ")
                text += "\(line)\n\(help.output)\n"
            }
            let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/help.txt")
            if ProcessInfo.processInfo.environment["ASSAY_WRITE_DOCUMENTATION"] == "1" {
                try text.write(to: path, atomically: true, encoding: .utf8)
            }
            let kept = try String(contentsOf: path, encoding: .utf8)
            let lines = zip(text.split(separator: "\n"), kept.split(separator: "\n"))
            let difference = lines.first { $0 != $1 }.map { "; the first difference: \($0) instead of \($1)" } ?? ""
            #expect(
                text == kept,
                "\(path.path) is out of date: run ASSAY_WRITE_DOCUMENTATION=1 .dev/test --filter HelpTests\(difference)"
            )
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

    @Test("--version prints the version; the help lists the variables of the environment")
    func version() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let version = try await assay.run("--version")
            #expect(version.status == 0)
            #expect(
                version.output.wholeMatch(of: /assay \d+\.\d+\.\d+( \(commit [0-9a-f]+\))?\n/) != nil,
                "\(version.output)"
            )
            let help = try await assay.run("--help").output
            let section = try #require(help.components(separatedBy: "ENVIRONMENT:\n").dropFirst().first)
            for name in [
                "ASSAY_SETUP_CODE", "ASSAY_SETUP_PAYLOAD", "ASSAY_SUITES", "ASSAY_ADDRESS", "XDG_STATE_HOME",
                "NO_COLOR",
            ] {
                #expect(section.contains("\n  \(name) ") || section.hasPrefix("  \(name) "), "\(help)")
            }
        }
    }

    @Test("The help of `run` has its options in groups, and lists the tiers, tags and chapters of the suites")
    func groups() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let help = try await assay.run("run", "--help").output
            for title in [
                "ACCESSORY", "SELECTION", "PERMISSIONS AND VALUES", "START OF THE RUN", "END OF THE RUN", "OUTPUT",
            ] {
                #expect(help.contains("\n\(title):\n"), "\(title) in:\n\(help)")
            }
            let tags = try await assay.run("suites", "tags").output
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for kind in ["tag", "chapter"] {
                let all = tags.matches(of: /(tag|chapter) ([^:]+): \d+ cases?/).filter { $0.1 == kind }.map { $0.2 }
                #expect(words.contains("a \(kind) (\(all.joined(separator: ", ")))"), "\(all)")
            }
        }
    }

    @Test("`.dev/install` installs the program with its suites, manual pages and completion")
    func install() async throws {
        try await Workspace.with { workspace in
            try await Self.install(in: workspace)
            let check = try ChildProcess(
                workspace.path("prefix/bin/assay"),
                ["suites", "check"],
                environment: ["PATH": "/usr/bin:/bin", "HOME": workspace.folder.path],
                folder: "/"
            )
            let checked = try await check.end(within: .seconds(60))
            #expect(checked.outputText.hasSuffix("no problem found\n"), "\(checked.errorText)")
            let pages = Set(try workspace.files(below: "prefix/share/man/man1"))
            #expect(pages.isSuperset(of: Commands.all.map { "assay-\($0.joined(separator: "-")).1" } + ["assay.1"]))
            let page = try workspace.text("prefix/share/man/man1/assay-run.1")
            #expect(page.hasPrefix(".TH ASSAY-RUN 1 "))
            #expect(page.contains(".SH SELECTION") && page.contains("\\-\\-fail\\-fast"), "\(page)")
            let completion = try workspace.text("prefix/share/bash-completion/completions/assay")
            #expect(completion.contains("--fail-fast"))
            #expect(try workspace.files(below: "prefix/share/zsh/site-functions") == ["_assay"])
            #expect(try workspace.files(below: "prefix/share/fish/vendor_completions.d") == ["assay.fish"])
        }
    }

    @Test("A further `.dev/install` removes old files of the suites, and keeps those of the user")
    func installAgain() async throws {
        try await Workspace.with { workspace in
            try await Self.install(in: workspace)
            // What the last installation wrote, and the new one no longer contains.
            try workspace.write("old\n", to: "prefix/share/assay/Suites/old.txt")
            let sums = "prefix/share/assay/Suites.sums"
            let sum = "01d09d19c2139a46aebfb577780d123d7396e97201bc7ead210a2ebff8239dee"
            try workspace.write(try workspace.text(sums) + "\(sum)  Suites/old.txt\n", to: sums)
            try workspace.write("mine\n", to: "prefix/share/assay/Suites/mine.txt")
            try await Self.install(in: workspace)
            let files = try workspace.files(below: "prefix/share/assay/Suites")
            #expect(files.contains("mine.txt") && !files.contains("old.txt") && files.contains("complete.yaml"))
        }
    }

    private static func install(in workspace: Workspace) async throws {
        let script = try ChildProcess(
            AssayProgram.root.appending(path: ".dev/install").path,
            [workspace.path("prefix")],
            environment: ["PATH": "/usr/bin:/bin", "ASSAY_PROGRAM": AssayProgram.executable.path],
            folder: workspace.folder.path
        )
        let heard = try await script.end(within: .seconds(60))
        #expect(heard.ending == .init(status: 0, isSignal: false), "\(heard.errorText)")
    }
}
