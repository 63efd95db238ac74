import ArgumentParser
import AssayKit
import Judge
import Reporting
import SuiteLanguage

/// `assay rejudge`: judges a recorded run again, offline.
struct RejudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rejudge",
        abstract: "Judges a recorded run again, from its journal alone, without the accessory.",
        discussion: "Example: assay rejudge Reports/latest"
    )

    @ArgumentParser.Argument(help: RecordPlace.help, completion: .file())
    var record: String

    @OptionGroup var place: RecordPlace

    @Option(
        name: .long,
        help: "Write junit.xml and summary.json of the new verdicts into this folder.",
        completion: .directory
    )
    var into: String?

    @OptionGroup var forms: ReportOptions

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    func run() async throws {
        let run = try RecordedRun(place.path(of: record))
        let (report, again) = (run.report, run.rejudgement)
        for complaint in run.complaints { Terminal.complain(complaint) }
        if let into {
            try NamedFolder(path: into, option: "--into").makeWritable()
            try SetupError.with(.fault) { try report.write(into: into, forms.junitFlavour) }
        }
        try forms.check()
        try forms.write(report)
        if json {
            Terminal.say(JSONSummary(report).document)
        } else {
            for verdict in again.verdicts { Terminal.sayFolded("\(verdict.outcome.rawValue) \(verdict.instance)") }
        }
        guard again.changed.isEmpty else {
            for name in again.changed { Terminal.complain("the verdict differs from the run: \(name)") }
            throw ExitCode(.fault)
        }
        let judged = again.verdicts.count - again.unjudged.count
        let extent = again.isCutOff ? " up to where the record was cut off" : ""
        if !json { Terminal.sayFolded("\(Spoken.count(judged, "verdict")), the same as in the run\(extent).") }
    }
}
