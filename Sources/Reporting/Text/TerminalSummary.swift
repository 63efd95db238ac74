package import Judge
import RunRecord

/// The result of a run for a reader at a terminal.
package struct TerminalSummary: Sendable {
    private let report: RunReport
    private let style: Style
    private let told: Set<Verdict.Outcome>

    /// - Parameters:
    ///   - report: the run.
    /// - style: how text looks; plain by default.
    /// - told: the outcomes whose instances ``FailureText`` has already shown in full.
    package init(_ report: RunReport, style: Style = .plain, told: Set<Verdict.Outcome> = []) {
        self.report = report
        self.style = style
        self.told = told
    }

    /// Why a run ended early, on one line; `nil` if it did not, or if there is nothing to add.
    package var complaint: CleanText? { report.end.message.map { CleanText($0, limit: 1024) } }

    /// The whole summary; ends without a line end.
    package var text: CleanText {
        var blocks: [[CleanText]] = []
        blocks.append(list(.failed))
        blocks.append(list(.warned))
        blocks.append(reasons(.inconclusive))
        blocks.append(reasons(.errored))
        blocks.append(reasons(.skipped))
        blocks.append(causes)
        if let gate = report.gate { blocks += GateText(gate, style: style).blocks }
        blocks.append(report.notes.map { "note: \(CleanText($0, limit: 400))" })
        if !report.seenForms.isEmpty { blocks.append(["SRP leading zeros: \(report.seenForms.text)"]) }
        blocks.append(ending)
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    /// `40 passed, 2 failed, 12 skipped, 54 in total, in 3.2 s`.
    package var totals: CleanText {
        let all: CleanText = report.totals.all == 0 ? "" : ", \(report.totals.all) in total"
        return "\(report.totals.text)\(all), in \(Figures.duration(report.elapsed))"
    }

    /// The names with their findings. Instances that were already shown in full list only the violated requirements;
    /// if there is only one, it is left out.
    private func list(_ outcome: Verdict.Outcome) -> [CleanText] {
        let entries = report.entries.filter { $0.verdict.outcome == outcome && report.known($0) == nil }
        let isTold = told.contains(outcome)
        guard entries.count > (isTold ? 1 : 0) else { return [] }
        let renderer = FailureText(report)
        var lines: [CleanText] = ["\(style.paint(outcome)) (\(entries.count))"]
        for entry in entries {
            let name = style.paint(CleanText(entry.name, limit: 400), .bold)
            let note: CleanText = entry.countsForConformance ? "" : " (compatibility)"
            guard isTold else {
                lines += ["  \(name)\(note)", "    \(renderer.message(entry))"]
                continue
            }
            let broken = entry.verdict.findings.map(\.requirement).unique.joined(separator: ", ")
            lines.append("  \(name)\(note): \(CleanText(broken, limit: 400))")
        }
        return lines
    }

    /// Instances that could not be judged or did not run, grouped by reason: there are many, with few reasons.
    private func reasons(_ outcome: Verdict.Outcome) -> [CleanText] {
        var reasons = ReasonList()
        for entry in report.entries where entry.verdict.outcome == outcome {
            reasons.add(entry.name, because: entry.verdict.reason)
        }
        guard reasons.count > 0 else { return [] }
        // The names of cases that do not apply are too many to be useful here.
        let limit = outcome == .skipped ? 0 : 3
        let head: CleanText = "\(style.paint(outcome)) (\(reasons.count))"
        return [head] + reasons.lines(namesPerReason: limit, elsewhere: ", in summary.json")
    }

    /// More causes than this make a list that hides the first ones.
    private static let mostCauses = 10

    private var causes: [CleanText] {
        let texts = report.causeTexts
        guard texts.count > 1 else { return texts.map { "\(style.paint("likely cause", .bold)): \($0.summary)" } }
        let shown = texts.prefix(Self.mostCauses).map { "  \($0.line)" as CleanText }
        let rest: [CleanText] =
            texts.count > shown.count ? ["  and \(texts.count - shown.count) more, in summary.json"] : []
        return ["\(style.paint("likely causes", .bold)) (\(texts.count))"] + shown + rest
    }

    private var ending: [CleanText] {
        let status = report.exitStatus
        let look: Style.Look = status == .conformant ? .green : status == .unjudged ? .magenta : .red
        return [totals, style.paint("\(CleanText(report.meaning)) (exit status \(status.rawValue))", look)]
    }
}

extension [String] {
    /// Each once, in the order of the first.
    fileprivate var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
