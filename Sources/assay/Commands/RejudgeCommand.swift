import ArgumentParser
import AssayKit
import Judge
import Reporting
import RunRecord
import SuiteLanguage

/// `assay rejudge`: judges a recorded run again, offline.
struct RejudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rejudge",
        abstract: "Judges a recorded run again, from its journal alone, without the accessory.",
        discussion: "Example: assay rejudge Reports/latest"
    )

    @ArgumentParser.Argument(help: "The folder of a run, or its run.jsonl.")
    var record: String

    @Option(name: .long, help: "Write junit.xml and summary.json of the new verdicts into this folder.")
    var into: String?

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    func run() async throws {
        let (reader, again) = try SetupError.with(.unusable) {
            let reader = try RunReader(path: record)
            return (reader, try Rejudgement(reader.events))
        }
        let report = RunReport(events: reader.events, library: again.library, verdicts: again.verdicts)
        if let into {
            try NamedFolder(path: into, option: "--into").makeWritable()
            try SetupError.with(.fault) { try report.write(into: into) }
        }
        if json {
            Terminal.say(CleanText(json: JSONSummary(report).json))
        } else {
            for verdict in again.verdicts { Terminal.say("\(verdict.outcome.rawValue) \(verdict.instance)") }
        }
        guard again.changed.isEmpty else {
            for name in again.changed { Terminal.complain("the verdict differs from the run: \(name)") }
            throw ExitCode(.fault)
        }
        if reader.unreadable > 0 {
            Terminal.complain("\(Spoken.count(reader.unreadable, "line")) of the journal could not be read")
        }
        if again.isCutOff {
            Terminal.complain(
                "the record was cut off before the end of the run: \(Spoken.count(again.unjudged.count, "instance")) of the plan without a verdict"
            )
        }
        let judged = again.verdicts.count - again.unjudged.count
        if !json { Terminal.say("\(Spoken.count(judged, "verdict")), the same as in the run.") }
    }
}
