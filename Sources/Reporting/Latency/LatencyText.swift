package import Latency
package import Measurement
import RunRecord

/// The results of a measurement as a table of at most 80 columns.
package enum LatencyText {
    private static let nameWidth = 17
    private static let countWidth = 6
    private static let figureWidth = 9

    /// The heads of the columns.
    package static var head: CleanText {
        let figures = Percentile.allCases.map { CleanText($0.rawValue).rightAligned(to: figureWidth) }
        return CleanText("operation").padded(to: nameWidth) + CleanText("n").rightAligned(to: countWidth)
            + joined(figures) + "  stamps"
    }

    /// What was just measured, as a report of its record shows it.
    package static func lines(_ series: MeasuredSeries) -> [CleanText] {
        RecordedSeries(series.json).map(lines) ?? failure(series.name, 0, series.failure)
    }

    /// A line with the figures, lines with what they rest on, and what went wrong.
    private static func lines(_ series: RecordedSeries) -> [CleanText] {
        var lines = [row(series.name, series.count, series.summary, "  " + CleanText(series.stamps, limit: 20))]
        let intervals = series.summary.map(intervals) ?? []
        if !intervals.isEmpty { lines.append("  95 %: \(intervals.joined(separator: "; "))") }
        if let service = series.service { lines.append(row("  from sending on", service.count, service, "")) }
        for (number, session) in series.bySession.enumerated() {
            lines.append(row("  session \(number + 1)", session.count, session, ""))
        }
        for note in notes(series) { lines += note.lines(indent: 2, hanging: 4) }
        return lines + failure(series.name, series.count, series.failure)
    }

    /// What the times of an operation rest on, in sentences: the network's part, what was not done, and what is unusual.
    static func notes(_ series: RecordedSeries) -> [CleanText] {
        var notes: [CleanText] = []
        if let network = series.network {
            let method = CleanText(series.networkMethod ?? "", limit: 20)
            let way: CleanText = relay(series).map { "\($0); " } ?? ""
            notes.append("network \(LatencyFigure.text(network)) (\(method)); \(way)\(ownTime(series))")
        } else if let way = relay(series) {
            notes.append(way)
        }
        if let unsent = series.unsent {
            notes.append(
                "\(unsent) more were due before the end and not sent, because earlier ones were not answered yet"
            )
        }
        if let unanswered = series.unanswered {
            notes.append(
                unanswered == 1
                    ? "1 of them was not answered in time, and counts with the time that the tester waited"
                    : "\(unanswered) of them were not answered in time, and count with the time that the tester waited"
            )
        }
        if let failed = series.failed {
            notes.append(
                "\(failed.count) more came to nothing, the first one with: \(CleanText(failed.first, limit: 200))"
            )
        }
        if let outliers = series.summary?.outliers, outliers > 0 {
            notes.append("\(outliers) far above the others, all counted")
        }
        return notes
    }

    private static func ownTime(_ series: RecordedSeries) -> CleanText {
        guard series.isAccessorysAlone else { return "the times also contain what the tester computes" }
        let unknown = series.containsRelay ? "not known" : "too short to tell apart"
        let own = series.ownTime.map { "p50 \(LatencyFigure.text($0))" } ?? unknown
        return "the accessory's own time: \(CleanText(own))"
    }

    /// The relay's round trip and whether the times are without it: `relay 15.0 ms, subtracted`; `nil` without a relay.
    static func relay(_ series: RecordedSeries) -> CleanText? {
        guard series.isOverRelay else { return nil }
        guard let relay = series.relay else { return "the times contain the way to the relay" }
        return "relay \(LatencyFigure.text(relay)), \(series.containsRelay ? "not subtracted" : "subtracted")"
    }

    private static func failure(_ name: String, _ count: Int, _ reason: String?) -> [CleanText] {
        guard let reason else { return [] }
        return CleanText("\(name) ended after \(count): \(reason)").lines(hanging: 2)
    }

    /// The figures of a record, what was not measured, and what the tester itself costs.
    static func lines(_ times: MeasuredTimes) -> [CleanText] {
        var lines: [CleanText] = times.series.isEmpty ? [] : [head]
        for series in times.series { lines += self.lines(series) }
        for operation in times.unmeasured {
            lines += unmeasured(operation.name, operation.reason).lines(hanging: 2)
        }
        if let overhead = times.overhead { lines += line(overhead).lines(hanging: 2) }
        return lines
    }

    /// `change: not measured: nothing can change a value at the accessory itself`
    package static func unmeasured(_ operation: String, _ reason: String) -> CleanText {
        "\(CleanText(operation, limit: 100)): not measured: \(CleanText(reason, limit: 400))"
    }

    /// A budget and whether it is met: `read.p99 <= 50 ms: failed, 61.2 ms (58.1 ms to 70.0 ms, n = 200)`.
    package static func line(_ verdict: BudgetVerdict) -> CleanText {
        let budget = verdict.budget
        let limit = LatencyFigure.text(budget.limit)
        guard let figure = verdict.figure else { return "\(budget.name) <= \(limit): not measured" }
        switch verdict.obstacle {
        case .tooFew:
            let times: CleanText = verdict.count == 1 ? "1 time is" : "\(verdict.count) times are"
            return "\(budget.name) <= \(limit): not judged, \(times) too few; it needs \(budget.percentile.fewest)"
        case .endedEarly:
            return "\(budget.name) <= \(limit): not judged, the measurement ended early after \(verdict.count)"
        case .leftOut:
            return "\(budget.name) <= \(limit): not judged, operations that were due were not sent"
        case .relay:
            return
                "\(budget.name) <= \(limit): not judged, \(LatencyFigure.text(figure.value)) contain the way to the relay, which is not known"
        case .nothing, nil: break
        }
        if verdict.failed > 0 {
            let all = verdict.count + verdict.failed
            return
                "\(budget.name) <= \(limit): \(verdict.outcome.rawValue), \(verdict.failed) of \(all) operations came to nothing"
        }
        let range: CleanText = budget.percentile == .max ? "" : interval(figure).map { "\($0), " } ?? ""
        let doubt: CleanText = verdict.outcome == .warned && !verdict.isProven ? ", not proven" : ""
        return
            "\(budget.name) <= \(limit): \(verdict.outcome.rawValue)\(doubt), \(LatencyFigure.text(figure.value)) (\(range)n = \(verdict.count))"
    }

    /// What the tester itself costs.
    package static func lines(_ calibration: TesterOverhead) -> [CleanText] {
        let floor = calibration.floor
        let own: CleanText =
            "the tester's own time: median \(beside(calibration.median)), p99 \(beside(calibration.p99)) a plain echo"
        let echo: CleanText =
            "plain echo: p50 \(LatencyFigure.text(floor[.p50].value)), p99 \(LatencyFigure.text(floor[.p99].value)), n = \(floor.count); stamps: \(calibration.origin)"
        return own.lines(hanging: 2) + echo.lines(indent: 2, hanging: 4)
    }

    /// How far a measurement is, on one line of at most 79 columns, with a histogram of the times so far.
    package static func progress(_ name: String, _ histogram: LatencyHistogram, of total: Int) -> CleanText {
        guard histogram.count > 0 else { return "\(name): waiting for the first answer" }
        let p50 = LatencyFigure.text(histogram.value(at: .p50))
        let p99 = LatencyFigure.text(histogram.value(at: .p99))
        return "\(name) \(histogram.count)/\(total) \(bars(histogram)) p50 \(p50) p99 \(p99)"
    }

    /// A character for each range of times: the higher, the more times.
    private static func bars(_ histogram: LatencyHistogram) -> CleanText {
        let ranges = histogram.ranges(24)
        let most = Double(ranges.max() ?? 1)
        let steps: [CleanText] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        return joined(ranges.map { $0 == 0 ? steps[0] : steps[max(1, Int((Double($0) / most * 8).rounded()))] })
    }

    private static func row(_ name: String, _ count: Int, _ summary: LatencySummary?, _ end: CleanText) -> CleanText {
        let figures = Percentile.allCases.map { percentile in
            CleanText(summary.map { LatencyFigure.text($0[percentile].value) } ?? "?").rightAligned(to: figureWidth)
        }
        return CleanText(name).padded(to: nameWidth) + CleanText("\(count)").rightAligned(to: countWidth)
            + joined(figures) + end
    }

    /// `p50 4.80 ms to 5.10 ms` and `p99 58.1 ms or more`; those for which there are enough times.
    private static func intervals(_ summary: LatencySummary) -> [CleanText] {
        [Percentile.p50, .p99].compactMap { percentile in
            interval(summary[percentile]).map { "\(percentile.rawValue) \($0)" }
        }
    }

    /// `58.1 ms to 70.0 ms`, or `58.1 ms or more` if there are too few times for the other end; `nil` if there are for both.
    static func interval(_ figure: LatencySummary.Figure) -> CleanText? {
        switch (figure.low.map(LatencyFigure.text), figure.high.map(LatencyFigure.text)) {
        case (let low?, let high?): "\(low) to \(high)"
        case (let low?, nil): "\(low) or more"
        case (nil, let high?): "\(high) or less"
        case (nil, nil): nil
        }
    }

    /// What the tester itself costs, from a record.
    static func line(_ overhead: RecordedOverhead) -> CleanText {
        "The tester's own time: median \(beside(overhead.median)), p99 \(beside(overhead.p99)) a plain echo of \(LatencyFigure.text(overhead.floor)) (p99 \(LatencyFigure.text(overhead.floorP99)))."
    }

    /// `9.14 µs below`
    private static func beside(_ difference: Duration) -> CleanText {
        difference < .zero
            ? "\(LatencyFigure.text(.zero - difference)) below" : "\(LatencyFigure.text(difference)) above"
    }

    private static func joined(_ texts: [CleanText]) -> CleanText { texts.reduce(CleanText(), +) }
}
