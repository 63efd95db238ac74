import ArgumentParser
import AssayKit
import Reporting

extension RecordsCommand {
    /// `assay records journal`
    struct Journal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "journal",
            abstract: "Prints the journal of a record: a line of JSON for each event.",
            discussion: """
                The record of a run that has ended is packed; this prints its events, one on each line.

                Example: assay records journal Reports/latest
                """
        )

        @ArgumentParser.Argument(help: "The folder of a run, or its journal.", completion: .file())
        var record: String

        func run() async throws {
            let journal = try RecordLines(record)
            for complaint in journal.complaints { Terminal.complain(complaint) }
            for line in journal.lines { Terminal.say(CleanText(jsonLine: line)) }
        }
    }
}
