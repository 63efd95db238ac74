import ArgumentParser
import AssayKit
import Reporting

/// `assay suites new`: writes a suite file with one case.
struct SuitesNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Writes a new suite file with one case, which you change.",
        discussion: """
            The file loads as it is. It begins with a line that names the JSON Schema, with which editors complete and check \
            suites.

            Example: assay suites new characteristics/dimmers --proves HAP-WRITE-018
            """
    )

    @ArgumentParser.Argument(help: "The chapter and the section: CHAPTER/SECTION.")
    var name: String

    @Option(name: .long, help: "The requirement that the case proves.", completion: .requirements)
    var proves: String

    func run() async throws {
        let path = try Suites.installed().writeSkeleton(name, proves: proves)
        Terminal.sayFolded("wrote \(path); change its case, then run `assay suites check`")
    }
}
