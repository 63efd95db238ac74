import Gate
import Judge

/// The failures of a run as workflow commands, which GitHub Actions shows as annotations of a job.
///
/// GitHub shows ten errors, ten warnings and ten notices of a step, so more are not written; the last one says how many are left.
package struct GitHubAnnotations: Sendable {
    private let report: RunReport

    package init(_ report: RunReport) {
        self.report = report
    }

    private static let limit = 10

    /// One command a line; empty if there is nothing to tell.
    package var lines: [CleanText] {
        let renderer = FailureText(report)
        let counting = report.entries.filter(\.countsForConformance)
        func commands(_ word: CleanText, where isMeant: (RunReport.Entry) -> Bool) -> [CleanText] {
            counting.filter(isMeant).map { entry in
                let message = renderer.message(entry)
                if let known = report.known(entry) {
                    return Self.command(word, title: entry.name, GateText.words(known, with: message).string)
                }
                // That an entry has expired, or does not fit any more, cannot be seen in the finding.
                let departure = report.departure(entry).flatMap { $0.known == nil ? nil : $0.text }
                return Self.command(word, title: entry.name, departure.map { "\($0). \(message)" } ?? message.string)
            }
        }
        let others = (report.gate?.departures ?? []).filter { [.fixed, .newlySkipped].contains($0.kind) }
        let errors =
            commands("error") { [.failed, .errored].contains($0.verdict.outcome) && report.known($0) == nil }
            + others.map { Self.command("error", title: $0.instance, $0.text) }
        let warnings =
            commands("warning") { [.warned, .inconclusive].contains($0.verdict.outcome) && report.known($0) == nil }
        let notices = commands("notice") { report.known($0) != nil }
        return Self.first(errors, "error") + Self.first(warnings, "warning") + Self.first(notices, "notice")
    }

    private static func first(_ commands: [CleanText], _ word: CleanText) -> [CleanText] {
        guard commands.count > limit else { return commands }
        let left = commands.count - limit + 1
        return commands.prefix(limit - 1) + [
            command(word, title: "Assay", "and \(left) more; see the reports of the run")
        ]
    }

    /// `::error title=…::…`
    private static func command(_ word: CleanText, title: String, _ message: String) -> CleanText {
        let title = CleanText(escaped(title).replacing(":", with: "%3A").replacing(",", with: "%2C"), limit: 400)
        return "::\(word) title=\(title)::\(CleanText(escaped(message), limit: 2048))"
    }

    private static func escaped(_ text: String) -> String {
        CleanText(text).string.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
