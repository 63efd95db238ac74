import ArgumentParser
import AssayKit
import Regression
import Reporting

/// `assay compare`: what changed between two recorded runs.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two records: verdicts, attribute database, advertisement and measured times.",
        discussion: """
            OLD and NEW are folders of runs, their names in `assay records list`, or folders that hold several of them: an instance that fails in some runs of a \
            side fails there, so cases that fail now and then are not new.

            Exit status: 0 the new side is not worse; 6 it fails where the old side did not; 7 a failure fails in another \
            way; 9 it skips a case that the old side judged; 1 with --fail-on-slower, a measured operation is slower; 5 it \
            could not judge such a case or measure an operation that the old side measured, or with --fail-on-slower nothing proves that the accessory is why it is slower; 2 the records cannot be read or compared. Differences of the accessory and of \
            durations do not change it.

            Example: assay compare Reports/2026-11-01 Reports/latest --html changes.html
            """
    )

    @ArgumentParser.Argument(help: "The record of the old state, or a folder of records.", completion: .file())
    var old: String

    @ArgumentParser.Argument(help: "The record of the new state, or a folder of records.", completion: .file())
    var new: String

    @OptionGroup var place: RecordPlace

    @Option(name: .long, help: "What ends the command with status 6: a new failure, or also a new warning.")
    var failOn = EndingOptions.Severity.failure

    @Flag(name: .long, help: "End the command with status 1 if a measured operation is slower than in the old records.")
    var failOnSlower = false

    @Flag(name: .long, help: "Also compare incomplete records, and those of different accessories or suites.")
    var anyway = false

    @Option(
        name: .long,
        help: ArgumentHelp("Also write the comparison as a self-contained HTML page.", valueName: "file"),
        completion: .file(extensions: ["html"])
    )
    var html: String?

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    @Flag(name: .long, help: "Print Markdown instead of text.")
    var markdown = false

    func validate() throws {
        guard !json || !markdown else { throw ValidationError("--json and --markdown cannot be used together") }
    }

    func run() async throws {
        let failsOnWarning = failOn == .warning
        var comparison = try RecordComparison.make(place.path(of: old), place.path(of: new), anyway: anyway)
        comparison.countsSlower = failOnSlower
        if let html {
            try NamedFolder.checkFile(html, option: "--html")
            let page = ComparisonPage(comparison, failsOnWarning: failsOnWarning).encoded()
            try SetupError.with(.fault) { try ReportFile.write(page, to: html) }
        }
        if json {
            Terminal.say(ComparisonJSON(comparison, failsOnWarning: failsOnWarning).document)
        } else if markdown {
            Terminal.say(ComparisonMarkdown(comparison, failsOnWarning: failsOnWarning).text)
        } else {
            Terminal.say(
                ComparisonText(comparison, failsOnWarning: failsOnWarning, style: Terminal.style).text
            )
        }
        throw ExitCode(ExitStatus(comparison, failsOnWarning: failsOnWarning))
    }
}
