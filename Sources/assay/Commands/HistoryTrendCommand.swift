import ArgumentParser
import AssayKit
import History
import Reporting

/// `assay history trend`: how times and counts develop.
struct HistoryTrendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend",
        abstract: "Plots times and counts of failures over the runs of one accessory.",
        discussion: """
            Only whole runs with the same selection and transports as the newest one are in a plot; a mark on its axis is a \
            change. Counts that are 0 in all runs are one line.

            Example: assay history trend read failed --history runs.sqlite
            """
    )

    @ArgumentParser.Argument(
        help:
            "Operations (read), their percentiles (read.p90), cases that measure (latency.read) or counts (failed, warned, inconclusive). Default: the counts, and p50 and p99 of all operations."
    )
    var operations: [String] = []

    @OptionGroup var options: HistoryOptions

    func run() async throws {
        let reading = try options.reading()
        try reading.needTrend()
        let text = HistoryTrendText(reading, try reading.series(named: operations), style: Terminal.style)
        try options.write(reading)
        Terminal.say(options.json ? CleanText(json: text.json, levels: 3) : text.text)
    }
}
