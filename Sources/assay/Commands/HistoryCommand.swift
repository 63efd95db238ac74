import ArgumentParser
import AssayKit
import HAPModel
import Reporting

/// `assay history`: what many runs say together.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Lists the runs that are kept in a history, and finds what changes over time.",
        discussion: """
            `assay run --history URL` and `assay measure --history URL` keep each run in it. URL is a file, which is made if it is \
            missing, or a database of PostgreSQL: postgresql://USER@HOST/DATABASE. ASSAY_HISTORY can name it instead.

            Exit status: 0, or 2 if the history cannot be read or has too few runs.

            Example: assay history changes --history runs.sqlite --html history.html
            """,
        subcommands: [
            List.self, Add.self, HistoryTrendCommand.self, HistoryChangesCommand.self, HistoryFlakyCommand.self,
        ]
    )

    /// `assay history list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the runs, the oldest first.",
            discussion: "Example: assay history list --history runs.sqlite --last 20"
        )

        @OptionGroup var options: HistoryOptions

        func run() async throws {
            let text = HistoryListText(try options.runs())
            if options.html != nil { try options.write(options.reading()) }
            Terminal.say(options.json ? CleanText(json: text.json, levels: 2) : text.table(columns: Terminal.width))
        }
    }

    /// `assay history add`
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds records of earlier runs to a history.",
            discussion: """
                A record that the history has is not added again, and one that was cut off is refused; the others are added.

                Example: assay history add Reports/latest --history runs.sqlite
                """
        )

        @OptionGroup var place: HistoryOption

        @ArgumentParser.Argument(
            help: "Folders of runs, their names in `assay records list`, or their journals.",
            completion: .file()
        )
        var records: [String]

        @OptionGroup var folder: RecordPlace

        func run() async throws {
            guard let history = try place.chosen() else {
                throw SetupError(.wrongArgument, "no history is named; name it with --history or ASSAY_HISTORY")
            }
            // One record that cannot be added does not keep the others out.
            var refused: SetupError?
            for record in records {
                do throws(SetupError) {
                    let (number, isNew, complaints) = try history.add(folder.path(of: record))
                    for complaint in complaints { Terminal.complain("\(record): \(complaint)") }
                    Terminal.sayFolded("\(record): \(isNew ? "added as" : "is in the history already as") #\(number)")
                } catch {
                    Terminal.complain(error.description)
                    refused = refused ?? error
                }
            }
            if let refused { throw ExitCode(refused.exitStatus) }
        }
    }
}
