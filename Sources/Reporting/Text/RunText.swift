import Judge

/// What a run prints at its end: failures in full, the summary, and where the reports are.
package struct RunText: Sendable {
    /// How much is printed.
    package enum Detail: Sendable, Hashable {
        /// Failures and totals.
        case quiet
        /// At most 400 lines: equal findings are counted, and skips are one line.
        case normal
        /// Everything.
        case verbose
    }

    private let report: RunReport
    private let folder: String?
    private let detail: Detail
    private let style: Style
    private let isWritten: Bool
    private let isRecorded: Bool
    private let columns: Int?

    /// - Parameters:
    ///   - report: the run.
    ///   - folder: the folder of its reports; `nil` if they could not be written.
    ///   - detail: how much is printed.
    ///   - style: how text looks; plain by default.
    ///   - isWritten: whether all results could be written; otherwise the process ends with ``ExitStatus/fault``.
    ///   - isRecorded: whether the run is over, so that its exit status is not that of the process.
    ///   - columns: the width of the terminal; `nil` leaves the totals and the result on one line each.
    package init(
        _ report: RunReport,
        folder: String?,
        detail: Detail = .normal,
        style: Style = .plain,
        isWritten: Bool = true,
        isRecorded: Bool = false,
        columns: Int? = nil
    ) {
        self.columns = columns
        self.isWritten = isWritten
        self.isRecorded = isRecorded
        self.report = report
        self.folder = folder
        self.detail = detail
        self.style = style
    }

    private var told: Set<Verdict.Outcome> { detail == .quiet ? [.failed] : [.failed, .warned] }

    /// Why the run ended early, on one line; `nil` if it did not.
    package var complaint: CleanText? { TerminalSummary(report).complaint }

    /// The text for a terminal; ends without a line end.
    package var text: CleanText {
        let summary = TerminalSummary(
            report,
            style: style,
            told: told,
            detail: detail,
            isWritten: isWritten,
            isRecorded: isRecorded,
            columns: columns
        ).text
        let end = [summary] + places
        return (failures(besides: Self.lines(end)) + end).joined(separator: "\n")
    }

    /// The lines of the whole text at most, unless a single failure has more. What the run shows on standard error has
    /// the rest of the 400.
    private static let mostLines = 350
    /// The steps of a failure that violate the same requirement and are shown in full.
    private static let mostSteps = 2

    private static func lines(_ texts: [CleanText]) -> Int {
        texts.reduce(0) { $0 + $1.string.count { $0.isNewline } + 1 }
    }

    /// The failures in full, the most severe first. Those that do not fit are left to the list of the summary.
    ///
    /// - Parameter lines: the number of lines that follow.
    private func failures(besides lines: Int) -> [CleanText] {
        // A crash of the accessory is a finding, even if the rest of the case could not be judged.
        let entries = report.entries.filter { entry in
            (told.contains(entry.verdict.outcome) || entry.isCutShort) && report.known(entry) == nil
        }
        guard detail != .verbose else {
            let renderer = FailureText(report, style: style)
            return entries.map { renderer.text($0) + "\n" }
        }
        let renderer = FailureText(report, style: style, stepLimit: Self.mostSteps)
        var texts: [CleanText] = []
        var left: [Verdict.Outcome: Int] = [:]
        // One line says what is left.
        var room = Self.mostLines - lines - 2
        for group in mostSevereFirst(FoldedEntries.groups(entries)) {
            var text = renderer.text(group.first)
            if let rest = group.rest {
                text += "\n\n" + rest.lines(indent: 2, hanging: 2).joined(separator: "\n")
            }
            text += "\n"
            let height = Self.lines([text])
            if texts.isEmpty || height <= room {
                texts.append(text)
                room -= height
            } else {
                left[group.first.verdict.outcome, default: 0] += group.others.count + 1
            }
        }
        guard !left.isEmpty else { return texts }
        let counts = Verdict.Outcome.allCases.compactMap { outcome in left[outcome].map { "\($0) \(outcome.rawValue)" }
        }
        return texts + ["not shown in full: \(counts.joined(separator: ", ")); `--verbose` prints everything\n"]
    }

    /// Failures before warnings; among them, those that are a likely cause of others first.
    private func mostSevereFirst(_ groups: [FoldedEntries]) -> [FoldedEntries] {
        let causes = Set(report.causes.groups.map(\.instance))
        let order: [Verdict.Outcome] = [.failed, .inconclusive, .warned]
        return order.flatMap { outcome in
            let groups = groups.filter { $0.first.verdict.outcome == outcome }
            let isCause = { (group: FoldedEntries) in
                ([group.first] + group.others).contains { causes.contains($0.verdict.instance) }
            }
            return groups.filter(isCause) + groups.filter { !isCause($0) }
        }
    }

    private var places: [CleanText] {
        guard detail != .quiet else { return [] }
        // To run again what selects nothing only repeats the mistake.
        let command = report.exitStatus == .usage ? nil : report.command
        let again: [CleanText] = command.map { ["Rerun:   \($0)"] } ?? []
        return again + (folder.map { ["Reports: \($0)"] } ?? [])
    }

    /// The run as one JSON document; ends without a line end.
    package var json: CleanText { JSONSummary(report, isWritten: isWritten).document }
}
