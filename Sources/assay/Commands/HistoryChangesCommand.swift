import ArgumentParser
import AssayKit
import History
import Reporting

/// `assay history changes`: from which run on something is different.
struct HistoryChangesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "Finds the runs from which on times, counts of failures or single verdicts are different.",
        discussion: """
            It needs 8 runs of one accessory with the same selection and transports, and finds a change that has several of \
            them on each side: of few runs, chance explains most differences. Each change has the values before and \
            after it, an effect size from -1 to 1 (Cliff's delta), and the probability that chance shows one as strong.

            Example: assay history changes --history runs.sqlite --accessory lightbulb
            """
    )

    @OptionGroup var options: HistoryOptions

    func run() async throws {
        let reading = try options.reading()
        try reading.needChanges()
        let text = HistoryChangesText(reading, style: Terminal.style)
        try options.write(reading)
        Terminal.say(options.json ? CleanText(json: text.json, levels: 3) : text.text)
    }
}
