import ArgumentParser
import AssayKit
import Reporting
import SuiteLanguage

/// `assay coverage`: lists which requirements the suites prove.
struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Shows which requirements the suites prove, by area and level.",
        discussion: """
            Exit status 2 if a case proves nothing, or if an area in Suites/complete.yaml has a requirement that no case \
            proves and that gives no reason.

            Example: assay coverage --markdown
            """
    )

    @Flag(name: .long, help: "Print one JSON document with every requirement.")
    var json = false

    @Flag(name: .long, help: "Print a Markdown table.")
    var markdown = false

    @Option(name: .long, help: "The transport whose requirements and cases to count.", completion: .transports)
    var over = "ip"

    func validate() throws {
        guard !(json && markdown) else { throw ValidationError("--json and --markdown cannot be used together") }
    }

    func run() async throws {
        let suites = try Suites.installed()
        let library = suites.library
        let known = library.vocabulary.transportNames
        guard known.contains(over) else {
            throw ValidationError("unknown transport \(over); expected one of \(known.joined(separator: ", "))")
        }
        let coverage = Coverage(library, transport: over)
        let text = CoverageText(coverage, place: suites.place)
        if json || markdown {
            Terminal.say(json ? CleanText(json: text.json) : text.markdown)
        } else {
            Terminal.sayFolded(text.table)
        }
        if !coverage.missing.isEmpty || !coverage.orphans.isEmpty { throw ExitCode(.usage) }
    }
}
