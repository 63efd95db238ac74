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

        @ArgumentParser.Argument(help: RecordPlace.help, completion: .file())
        var record: String

        @OptionGroup var place: RecordPlace

        func run() async throws {
            let journal = try RecordLines(place.path(of: record))
            for complaint in journal.complaints { Terminal.complain(complaint) }
            for line in journal.lines { Terminal.say(CleanText(jsonLine: line)) }
        }
    }
}
