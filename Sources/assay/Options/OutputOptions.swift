import ArgumentParser
import Reporting

/// The options that decide what a run prints and where it writes its reports.
struct OutputOptions: ParsableArguments {
    @Option(name: .long, help: "The folder in which the run creates its report folder.", completion: .directory)
    var reports = "Reports"

    @Flag(name: .long, help: "Print only failures and totals.")
    var quiet = false

    @Flag(name: .long, help: "Print everything: each failure in full, and the reason of each skip.")
    var verbose = false

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    @Flag(name: .long, help: "Print the decoded network traffic while the run continues.")
    var trace = false

    var detail: RunText.Detail { quiet ? .quiet : verbose ? .verbose : .normal }

    func validate() throws {
        guard !quiet || !verbose else { throw ValidationError("--quiet and --verbose cannot be used together") }
    }
}
