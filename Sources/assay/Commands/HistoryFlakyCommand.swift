import ArgumentParser
import AssayKit
import History
import Reporting

/// `assay history flaky`: what fails only sometimes.
struct HistoryFlakyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flaky",
        abstract: "Finds the instances whose verdict changes between runs of the same firmware with the same suites.",
        discussion: """
            Another failure of the same instance is a change, too. Skipped instances and incomplete runs say nothing.

            Example: assay history flaky --history runs.sqlite --last 50
            """
    )

    @OptionGroup var options: HistoryOptions

    func run() async throws {
        let reading = try options.reading()
        try reading.needRepetition()
        let text = HistoryFlakyText(reading, style: Terminal.style)
        try options.write(reading)
        Terminal.say(options.json ? CleanText(json: text.json, levels: 3) : text.text)
    }
}
