import Judge
package import Regression

/// A comparison of two records in Markdown, for comments on changes.
package struct ComparisonMarkdown: Sendable {
    private let comparison: RunComparison
    private let words: ComparisonWords

    /// - Parameters:
    ///   - comparison: what differs.
    ///   - failsOnWarning: whether a new warning counts like a new failure.
    package init(_ comparison: RunComparison, failsOnWarning: Bool = false) {
        self.comparison = comparison
        words = ComparisonWords(comparison, failsOnWarning: failsOnWarning)
    }

    /// The document; ends without a line end.
    package var text: CleanText {
        var blocks: [CleanText] = [
            "## Assay: \(Self.escaped(words.meaning))", Self.escaped(words.totals),
            words.sides.map { "- \($0.name): \(Self.escaped($0.text))" as CleanText }.joined(separator: "\n"),
        ]
        for kind in VerdictChange.Kind.allCases {
            let changes = comparison.verdicts(kind)
            guard !changes.isEmpty else { continue }
            let lines = changes.map { change -> CleanText in
                let name = Self.escaped(CleanText(change.instance, limit: 400))
                let why = Self.escaped(words.reason(change))
                return
                    "- **\(name)**: \(CleanText(change.before)) → \(CleanText(change.after))\(why.isEmpty ? "" : ". ")\(why)"
            }
            blocks.append("### \(kind.words) (\(changes.count))")
            blocks.append(lines.joined(separator: "\n"))
        }
        let lists: [(CleanText, [CleanText])] = [
            ("accessory", words.identity), ("advertisement", words.advertisement),
            ("attribute database", words.database),
            ("measured times", ComparisonWords.measured(comparison.measured)),
            ("durations (they give no exit status)", words.shifts),
        ]
        for (title, lines) in lists where !lines.isEmpty {
            blocks.append("### \(title)")
            blocks.append(lines.map { "- \(Self.escaped($0))" as CleanText }.joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }

    /// The text with a backslash before each character that Markdown or HTML in it gives a meaning.
    private static func escaped(_ text: CleanText) -> CleanText {
        var escaped = ""
        for character in text.string {
            if character.isASCII, "\\`*_{}[]<>#|~&@$".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
        return CleanText(escaped)
    }
}
