import ArgumentParser
import AssayKit
import HAPModel
import Reporting

/// `assay report`: shows a recorded run again.
struct ReportCommand: AsyncParsableCommand {
    /// What a report lists.
    enum Order: String, ExpressibleByArgument, CaseIterable {
        /// The failed instances, then the summary, as `assay run` prints them.
        case instance
        /// Every requirement with its state.
        case requirement
    }

    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Shows a recorded run again, by instance or by requirement.",
        discussion: """
            By requirement, each requirement for accessories is violated, warned, met, not judged, not applicable, or \
            without a case.

            Example: assay report Reports/latest --by requirement
            """
    )

    @ArgumentParser.Argument(help: RecordPlace.help, completion: .file())
    var record: String

    @OptionGroup var place: RecordPlace

    @Option(name: .long, help: "What to list: instance or requirement.")
    var by = Order.instance

    @OptionGroup var forms: ReportOptions

    @Option(name: .long, help: "Write junit.xml and summary.json into this folder.", completion: .directory)
    var into: String?

    @Flag(name: .long, help: "Print everything, with the reasons for skips.")
    var verbose = false

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    func run() async throws {
        let run = try RecordedRun(place.path(of: record))
        for complaint in run.complaints { Terminal.complain(complaint) }
        try forms.check()
        if let into {
            try NamedFolder(path: into, option: "--into").makeWritable()
            try SetupError.with(.fault) { try run.report.write(into: into, forms.junitFlavour) }
        }
        try forms.write(run.report)
        switch by {
        case .instance:
            let text = RunText(
                run.report,
                folder: nil,
                detail: verbose ? .verbose : .normal,
                style: Terminal.style,
                isRecorded: true,
                columns: Terminal.width
            )
            Terminal.say(json ? text.json : text.text)
        case .requirement:
            let text = RequirementText(run.report)
            guard !json else { return Terminal.say(CleanText(json: ["requirements": text.json])) }
            Terminal.sayFolded(text.text)
        }
    }
}
