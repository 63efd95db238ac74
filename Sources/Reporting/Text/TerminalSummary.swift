import Gate
package import Judge
import RunRecord
import SuiteLanguage

/// The result of a run for a reader at a terminal.
package struct TerminalSummary: Sendable {
    private let report: RunReport
    private let style: Style
    private let told: Set<Verdict.Outcome>
    private let detail: RunText.Detail
    private let isWritten: Bool
    private let isRecorded: Bool
    private let columns: Int?

    /// - Parameters:
    ///   - report: the run.
    /// - style: how text looks; plain by default.
    /// - told: the outcomes whose instances ``FailureText`` has already shown in full.
    /// - detail: how much is shown.
    /// - isWritten: whether all results could be written; otherwise the process ends with ``ExitStatus/fault``.
    /// - isRecorded: whether the run is over, so that its exit status is not that of the process.
    /// - columns: the width of the terminal; `nil` leaves the totals and the result on one line each, which programs search.
    package init(
        _ report: RunReport,
        style: Style = .plain,
        told: Set<Verdict.Outcome> = [],
        detail: RunText.Detail = .normal,
        isWritten: Bool = true,
        isRecorded: Bool = false,
        columns: Int? = nil
    ) {
        self.columns = columns
        self.isWritten = isWritten
        self.isRecorded = isRecorded
        self.detail = detail
        self.report = report
        self.style = style
        self.told = told
    }

    /// Why a run ended early, on one line; `nil` if it did not, or if there is nothing to add.
    package var complaint: CleanText? { report.end.message.map { CleanText($0, limit: 1024) } }

    /// The whole summary; ends without a line end.
    package var text: CleanText {
        guard detail != .quiet else {
            return (deciding + [mismatch, ending]).filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(
                separator: "\n\n"
            )
        }
        var blocks: [[CleanText]] = []
        if report.measurement != nil { blocks.append(LatencyText.lines(report.times)) }
        if let measurement = report.measurement { blocks.append(measurement.budgets.map(LatencyText.line)) }
        blocks.append(list(.failed))
        blocks.append(list(.warned))
        blocks.append(reasons(.inconclusive))
        blocks.append(reasons(.errored))
        blocks.append(skips)
        blocks.append(causes)
        if let identity = report.identity { blocks.append(identity.lines) }
        if let gate = report.gate { blocks += GateText(gate, style: style).blocks(isWhole: detail == .verbose) }
        blocks.append(report.notes.flatMap { ("note: \(CleanText($0, limit: 400))" as CleanText).lines(hanging: 2) })
        if !report.seenForms.isEmpty {
            blocks.append(
                ("SRP leading zeros, for information: \(report.seenForms.text)" as CleanText).lines(hanging: 2)
            )
        }
        blocks.append(ending)
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// That the baseline names another product, which explains what the gate says.
    private var mismatch: [CleanText] {
        guard report.end.isWhole else { return [] }
        return report.mismatch.map { ("note: \(CleanText($0, limit: 400))" as CleanText).lines(hanging: 2) } ?? []
    }

    /// `40 passed, 2 failed, 12 skipped, 54 in total, in 3.2 s`; with a baseline also how many of the failures are known.
    package var totals: CleanText {
        if report.measurement != nil {
            let count = report.times.series.count
            return "\(Spoken.count(count, "operation")) measured, in \(Figures.duration(report.elapsed))"
        }
        let all: CleanText = report.totals.all == 0 ? "" : ", \(report.totals.all) in total"
        let known = report.gate?.allowed.count ?? 0
        let allowed: CleanText = known == 0 ? "" : ", \(Spoken.count(known, "known failure"))"
        return "\(report.totals.text)\(all)\(allowed), in \(Figures.duration(report.elapsed))"
    }

    /// What decides the exit status, apart from failures, which are shown in full.
    private var deciding: [[CleanText]] {
        if let gate = report.gate, !gate.departures.isEmpty {
            return GateText(gate, style: style).departures(isWhole: false)
        }
        if report.isOnlyWarned { return [list(.warned)].filter { !$0.isEmpty } }
        guard [.unjudged, .fault].contains(report.exitStatus) else { return [] }
        return [reasons(.inconclusive), reasons(.errored)].filter { !$0.isEmpty }
    }

    /// The names with their findings. Instances that were already shown in full list only the violated requirements;
    /// if there is only one, it is left out.
    private func list(_ outcome: Verdict.Outcome) -> [CleanText] {
        let entries = report.entries.filter { $0.verdict.outcome == outcome && report.known($0) == nil }
        let isTold = told.contains(outcome)
        guard entries.count > (isTold ? 1 : 0) else { return [] }
        let renderer = FailureText(report)
        var lines: [CleanText] = ["\(style.paint(outcome)) (\(entries.count))"]
        let groups = detail == .verbose ? entries.map { FoldedEntries(first: $0) } : FoldedEntries.groups(entries)
        let most = detail == .verbose ? groups.count : outcome == .failed ? Self.mostFailures : Self.mostWarnings
        for group in groups.prefix(most) {
            let entry = group.first
            let name = CleanText(entry.name, limit: 400)
            let more: CleanText = group.others.isEmpty ? "" : " and \(group.others.count) more like it"
            let note: CleanText = entry.countsForConformance ? more : "\(more) (compatibility)"
            guard isTold else {
                lines += item(name, note) + renderer.message(entry).lines(indent: 4, hanging: 4)
                continue
            }
            let broken = entry.verdict.findings.map(\.requirement).unique.joined(separator: ", ")
            lines += item(name, "\(note): \(CleanText(broken, limit: 400))")
        }
        if groups.count > most { lines.append("  and \(groups.count - most) more, in summary.json") }
        return lines
    }

    private static let mostFailures = 50
    private static let mostWarnings = 15
    private static let mostReasons = 8

    /// An entry of a list: the name of an instance in bold, and what follows it.
    private func item(_ name: CleanText, _ rest: CleanText) -> [CleanText] {
        ("\(style.paint(name, .bold))\(rest)" as CleanText).lines(indent: 2, hanging: 4)
    }

    /// One line: the cases that do not apply are many. If nothing else is to be told, or the user wants everything, the
    /// reasons.
    private var skips: [CleanText] {
        let count = report.totals[.skipped]
        guard count > 0, detail != .verbose, count < report.totals.all else { return reasons(.skipped) }
        // `assay why` looks at the accessory, which may be another one since the run.
        let commands: CleanText = isRecorded ? "`--verbose` lists" : "`assay why` and `--verbose` list"
        return ["\(style.paint(.skipped)) (\(count)): \(commands) the reasons"]
    }

    /// Instances that could not be judged or did not run, grouped by reason: there are many, with few reasons.
    private func reasons(_ outcome: Verdict.Outcome) -> [CleanText] {
        var reasons = ReasonList()
        for entry in report.entries where entry.verdict.outcome == outcome {
            reasons.add(entry.name, because: entry.verdict.reason)
        }
        guard reasons.count > 0 else { return [] }
        // The names of cases that do not apply are too many to be useful here.
        let limit = outcome == .skipped ? 0 : 2
        let head: CleanText = "\(style.paint(outcome)) (\(reasons.count))"
        let most = detail == .verbose || outcome == .skipped ? Int.max : Self.mostReasons
        return [head] + reasons.lines(namesPerReason: limit, most: most, elsewhere: ", in summary.json")
    }

    /// More causes than this make a list that hides the first ones.
    private static let mostCauses = 10

    private var causes: [CleanText] {
        let texts = report.causeTexts
        guard texts.count > 1 else {
            return texts.flatMap { text in
                ("\(style.paint("likely cause", .bold)): \(text.summary)" as CleanText).lines(hanging: 2)
            }
        }
        let shown = texts.prefix(Self.mostCauses).flatMap { $0.line.lines(indent: 2, hanging: 4) }
        let rest: [CleanText] =
            texts.count > Self.mostCauses ? ["  and \(texts.count - Self.mostCauses) more, in summary.json"] : []
        return ["\(style.paint("likely causes", .bold)) (\(texts.count))"] + shown + rest
    }

    private var ending: [CleanText] {
        let status = report.exitStatus(isWritten: isWritten)
        let look: Style.Look = status == .conformant ? .green : status == .unjudged ? .magenta : .red
        let of: CleanText = isRecorded ? " of the run" : ""
        let meaning: CleanText =
            "\(CleanText(report.meaning(isWritten: isWritten))) (exit status \(status.rawValue)\(of))"
        let lines = [totals, style.paint(meaning, look)]
        return columns.map { columns in lines.flatMap { $0.lines(hanging: 2, columns: columns) } } ?? lines
    }
}

extension [String] {
    /// Each once, in the order of the first.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
