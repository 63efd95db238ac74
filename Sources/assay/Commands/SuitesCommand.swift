import ArgumentParser
import AssayKit
import HAPAccessory
import Reporting
import SelfTest
import SuiteLanguage

/// `assay suites`: shows and checks the suites.
struct SuitesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suites",
        abstract: "Shows and checks the suites.",
        discussion: "Example: assay suites check",
        subcommands: [
            Check.self, List.self, SuitesShowCommand.self, SuitesNewCommand.self, SuitesTagsCommand.self,
            SuitesDefectsCommand.self, Twins.self,
        ]
    )

    /// `assay suites check`
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract:
                "Checks every suite, requirement, defect, twin and accessory; names each problem with file, line and column.",
            discussion: "Example: assay suites check"
        )

        func run() async throws {
            let suites = try Suites.installed()
            let simulators = try suites.simulators()
            Terminal.sayFolded(
                """
                \(suites.library.cases.count) cases, \(suites.library.requirements.ids.count) requirements, \
                \(simulators.accessories.count) simulated accessories, \(simulators.defects.count) defects, \
                \(simulators.twins.count) twins: no problem found
                """
            )
        }
    }

    /// `assay suites list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Prints every case with its title.",
            discussion: "Example: assay suites list --requirement 'HAP-EVENT-*'"
        )

        @OptionGroup var selection: SelectionOptions

        @Option(help: "List only cases that are limited to this transport, such as ip.", completion: .transports)
        var over: String?

        func run() async throws {
            let suites = try Suites.installed()
            let known = suites.library.vocabulary.transportNames
            if let over, !known.contains(over) {
                throw ValidationError("unknown transport \(over); expected one of \(known.joined(separator: ", "))")
            }
            for item in try suites.cases(selection.selection) where over.map({ item.isNarrowed(to: $0) }) ?? true {
                Terminal.sayFolded("\(item.id): \(item.title)")
            }
        }
    }

    /// `assay suites twins`
    struct Twins: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "twins",
            abstract:
                "Prints every twin of the simulated accessories, and the requirements whose alternative it shows.",
            discussion: "Example: assay suites twins"
        )

        func run() async throws {
            for twin in try Suites.installed().simulators().twins {
                let answers = twin.answers.joined(separator: ", ")
                let warning = twin.warns.isEmpty ? "" : ", warns of \(twin.warns.joined(separator: ", "))"
                Terminal.sayFolded("\(twin.name) (\(twin.accessory)) answers \(answers)\(warning)")
            }
        }
    }
}
