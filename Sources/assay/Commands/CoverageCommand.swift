import ArgumentParser
import AssayKit
import Reporting
import SuiteLanguage

/// `assay coverage`: which requirements the suites prove.
struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Says which requirements the suites prove, by area and level.",
        discussion: """
            It ends with status 2 if an area that Suites/complete.yaml lists has a requirement that nothing proves and that gives \
            no reason, or if a case proves nothing.

            Example: assay coverage --markdown
            """
    )

    @Flag(name: .long, help: "Prints one JSON document with every requirement.")
    var json = false

    @Flag(name: .long, help: "Prints a Markdown table.")
    var markdown = false

    @Option(name: .long, help: "The transport whose requirements and cases are counted.")
    var over = "ip"

    func validate() throws {
        guard !(json && markdown) else { throw ValidationError("--json and --markdown exclude each other") }
    }

    func run() async throws {
        let library = try Suites.installed().library
        let known = library.vocabulary.transportNames
        guard known.contains(over) else {
            throw ValidationError("unknown transport \(over); expected one of \(known.joined(separator: ", "))")
        }
        let coverage = Coverage(library, transport: over)
        let text = CoverageText(coverage)
        Terminal.say(json ? CleanText(json: text.json) : markdown ? text.markdown : text.table)
        if !coverage.missing.isEmpty || !coverage.orphans.isEmpty { throw ExitCode(.usage) }
    }
}
