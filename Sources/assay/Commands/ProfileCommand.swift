import ArgumentParser
import AssayKit
import Profiles
import Reporting

/// `assay profile`: writes and checks the profile of an accessory.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Writes and checks the profile of an accessory: how to reach it, and what may be done to it.",
        discussion: "Example: assay profile check accessory.yaml",
        subcommands: [Init.self, Check.self]
    )

    /// `assay profile init`: writes a profile from what the accessory shows.
    struct Init: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Writes a profile from what an accessory shows.",
            discussion: """
                It reads the attribute database. Unless a pairing is kept, it pairs for this and unpairs afterwards.

                Example: assay profile init --address 192.168.1.20:51826 --file accessory.yaml
                """
        )

        @OptionGroup var accessory: AccessoryOptions

        @Option(
            name: .long,
            help: ArgumentHelp("The file to write; it must not exist.", valueName: "file"),
            completion: .yaml
        )
        var file = "accessory.yaml"

        func run() async throws {
            // Before the accessory is paired for nothing.
            try NamedFolder.checkFile(file, option: "--file")
            let suites = try Suites.installed()
            let file = ProfileFile(file)
            let choice = try accessory.choice(accessory.profile(suites))
            guard !choice.isSimulated else {
                throw SetupError(
                    .wrongArgument,
                    "a simulated accessory ends with the command, so no profile can name it; start one with `assay simulate`, and use --address"
                )
            }
            let writer = ProfileWriter(suites, of: choice, for: file)
            try await accessory.withAccess(suites) { access in
                let text = try await Interruption.stops { stop in try await writer.text(for: access, stop: stop) }
                try file.write(text)
                Terminal.sayFolded(
                    "\(file.path) is written; use it with: assay run --profile \(ShellWord.quoted(file.path))"
                )
            }
        }
    }

    /// `assay profile check`: checks a profile without an accessory.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Checks a profile without an accessory.",
            discussion: "Example: assay profile check accessory.yaml"
        )

        @ArgumentParser.Argument(help: "The profile.", completion: .yaml)
        var file: String

        func run() throws {
            _ = try ProfileFile(file).read(try Suites.installed())
            Terminal.sayFolded("\(file): no problem found")
        }
    }
}
