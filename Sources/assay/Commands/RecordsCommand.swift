import ArgumentParser
import AssayKit
import HAPModel
import Reporting

/// `assay records`: the records of runs.
struct RecordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records",
        abstract: "Lists, shows and deletes the records of runs.",
        discussion: "Example: assay records list",
        subcommands: [List.self, Show.self, Journal.self, Prune.self]
    )

    /// `assay records list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the records, the newest first, with exit status, size, and totals or measured operations.",
            discussion: "Example: assay records list --reports Reports"
        )

        @OptionGroup var place: RecordPlace

        @Flag(name: .long, help: "Print one JSON document instead of a table.")
        var json = false

        func run() async throws {
            let text = RecordText(try RecordList(place.reports).entries.map(\.row))
            Terminal.say(json ? CleanText(json: ["records": text.json]) : text.table(columns: Terminal.width))
        }
    }

    /// `assay records show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the summary of a record.",
            discussion: "`assay report` prints all of it. Example: assay records show Reports/latest"
        )

        @ArgumentParser.Argument(help: RecordPlace.help, completion: .file())
        var record: String

        @OptionGroup var place: RecordPlace

        @Flag(name: .long, help: "Print everything, with the reasons for skips.")
        var verbose = false

        func run() async throws {
            let run = try RecordedRun(place.path(of: record))
            for complaint in run.complaints { Terminal.complain(complaint) }
            Terminal.say(RecordHeading(run.report).text)
            let summary = TerminalSummary(
                run.report,
                style: Terminal.style,
                detail: verbose ? .verbose : .normal,
                isRecorded: true,
                columns: Terminal.width
            )
            Terminal.say(summary.text)
        }
    }

    /// `assay records prune`
    struct Prune: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prune",
            abstract: "Deletes old records, but not that of a run in progress.",
            discussion: "Example: assay records prune --keep 20"
        )

        @OptionGroup var place: RecordPlace

        @Option(name: .long, help: ArgumentHelp("How many of the newest records stay.", valueName: "count"))
        var keep: Int

        @Flag(name: .long, help: "Only print what would be deleted.")
        var dryRun = false

        func validate() throws {
            guard keep >= 1 else { throw ValidationError("--keep needs a number of at least 1, not \(keep)") }
        }

        func run() async throws {
            let records = try RecordList(place.reports)
            let old = records.entries.dropFirst(keep).filter { !$0.isInProgress }
            for entry in old {
                if !dryRun { try records.delete(entry) }
                Terminal.sayFolded("\(dryRun ? "would delete" : "deleted") \(entry.name)")
            }
            let bytes = RecordText.size(old.reduce(0) { $0 + $1.size })
            Terminal.sayFolded("\(old.count) of \(records.entries.count), \(bytes)")
        }
    }
}
