import ArgumentParser
import AssayKit
import Foundation
import HAPModel
import Latency
import MarkedYAML
import Measurement
import Reporting
import Runner
import Synchronization

/// Shows a measurement: a line with a histogram while it goes on, a table of the results, and a file with everything.
final class MeasurementOutput: Sendable {
    private struct State {
        var hasHead = false
        var operation = ""
        var total = 0
        var histogram = LatencyHistogram()
        var shownAt = Moment(nanoseconds: 0)
    }

    /// The file; `-` for standard output, which then has no table.
    private let file: String?
    private let line = StandingLine()
    private let state = Mutex(State())

    /// How often the line changes at most.
    private static let tick = Duration.milliseconds(100)

    init(file: String?) {
        self.file = file
    }

    /// - Throws: ``SetupError`` if the file cannot be written; nothing is measured in vain.
    func check() throws(SetupError) {
        guard let file, file != "-" else { return }
        try NamedFolder.checkFile(file, option: "--json")
    }

    func show(_ progress: LatencyProgress) {
        switch progress {
        case .began(let operation, let count):
            state.withLock { state in
                (state.operation, state.total, state.histogram) = (operation.rawValue, count, LatencyHistogram())
            }
            guard line.isLive else { return Terminal.complain("measuring \(operation.rawValue)" as CleanText) }
            showLine()
        case .sample(let sample, let series):
            let isDue = state.withLock { state in
                // Of a procedure with several messages, the line shows the first.
                guard series == state.operation || series.hasSuffix(".m1") else { return false }
                state.histogram.record(sample.response)
                guard state.shownAt.advanced(by: Self.tick) <= sample.answered else { return false }
                state.shownAt = sample.answered
                return true
            }
            if isDue { showLine() }
        case .measured(let series): say(LatencyText.lines(series))
        case .skipped(let operation, let reason):
            line.clear()
            // It belongs to the results, unless standard output has only JSON, which also says it.
            let words = LatencyText.unmeasured(operation.rawValue, reason)
            if file == "-" { Terminal.complain(words) } else { Terminal.sayFolded(words) }
        }
    }

    private func showLine() {
        let (name, histogram, total) = state.withLock { ($0.operation, $0.histogram, $0.total) }
        line.show(LatencyText.progress(name, histogram, of: total))
    }

    private func say(_ lines: [CleanText]) {
        line.clear()
        guard file != "-" else { return }
        let isFirst = state.withLock { state in
            defer { state.hasHead = true }
            return !state.hasHead
        }
        if isFirst { Terminal.say(LatencyText.head) }
        for line in lines { Terminal.say(line) }
    }

    /// Shows the budgets, the tester's own time and where the record is, writes the file, and ends the command with its
    /// status.
    ///
    /// - Parameter historyProblem: why the measurement is not in the history; `nil` if it is, or if none was named.
    func finish(_ outcome: MeasurementOutcome, _ historyProblem: String?) throws {
        line.clear()
        for note in outcome.visit.notes + outcome.visit.left { Terminal.complain(note) }
        if file != "-" {
            if let overhead = outcome.overhead { for line in LatencyText.lines(overhead) { Terminal.say(line) } }
            for verdict in outcome.budgets { Terminal.sayFolded(LatencyText.line(verdict)) }
            if outcome.recordProblem == nil { Terminal.say("Reports: \(outcome.folder)") }
        }
        if let problem = outcome.recordProblem { Terminal.complain(problem) }
        let json = outcome.json(isKept: historyProblem == nil)
        if file == "-" {
            Terminal.say(CleanText(json: json))
        } else if let file {
            let text = json.pretty()
            try SetupError.with(.fault) { try ReportFile.write(Array(text.utf8), to: file) }
        }
        if let historyProblem { throw SetupError(.fault, historyProblem) }
        if let end = outcome.visit.end, !outcome.wasStopped || outcome.series.isEmpty { throw SetupError(end) }
        if file != "-" {
            let report = outcome.report
            Terminal.sayFolded("\(CleanText(report.meaning)) (exit status \(outcome.status.rawValue))")
        }
        guard outcome.status == .conformant else { throw ExitCode(outcome.status) }
    }
}

extension MeasuredOperation {
    /// An operation by its name on the command line.
    init(option word: String) throws {
        guard let operation = MeasuredOperation(rawValue: word) else {
            let hint = NearNames(MeasuredOperation.allCases.map(\.rawValue)).hint(for: word)
            throw ValidationError("unknown operation `\(word)`\(hint)")
        }
        self = operation
    }
}
