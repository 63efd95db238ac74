import ArgumentParser
import AssayKit
import History
import Reporting

/// What the subcommands that read a history have in common.
struct HistoryOptions: ParsableArguments {
    @OptionGroup var place: HistoryOption

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Only runs of this accessory: a part of its name, its maker and model, or its Device ID.",
            valueName: "text"
        )
    )
    var accessory: String?

    @Option(name: .long, help: ArgumentHelp("How many of the newest runs to look at.", valueName: "count"))
    var last = 500

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Also write the history of one accessory as a self-contained HTML page: trends, changes, flaky instances, runs.",
            valueName: "file"
        ),
        completion: .file(extensions: ["html"])
    )
    var html: String?

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    func validate() throws {
        guard last >= 1 else { throw ValidationError("--last needs a number of at least 1, not \(last)") }
    }

    /// - Throws: ``SetupError`` if no history is named.
    func named() throws(SetupError) -> RunHistory {
        guard let history = try place.chosen() else {
            throw SetupError(.wrongArgument, "no history is named; name it with --history or ASSAY_HISTORY")
        }
        return history
    }

    func runs() throws(SetupError) -> [KeptRun] { try named().runs(of: accessory, last: last) }

    /// What the runs of one product say.
    func reading() throws(SetupError) -> HistoryReading { try named().reading(of: accessory, last: last) }

    /// Writes the page, if the user wants one.
    func write(_ reading: HistoryReading) throws(SetupError) {
        guard let html else { return }
        try NamedFolder.checkFile(html, option: "--html")
        let page = HistoryPage(reading).encoded()
        try SetupError.with(.fault) { try ReportFile.write(page, to: html) }
    }
}
