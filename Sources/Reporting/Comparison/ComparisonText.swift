import Judge
import Measurement
package import Regression

/// A comparison of two records for a reader at a terminal.
package struct ComparisonText: Sendable {
    private let comparison: RunComparison
    private let words: ComparisonWords
    private let style: Style

    /// - Parameters:
    ///   - comparison: what differs.
    ///   - failsOnWarning: whether a new warning counts like a new failure.
    /// - style: how text looks; plain by default.
    package init(_ comparison: RunComparison, failsOnWarning: Bool = false, style: Style = .plain) {
        self.comparison = comparison
        words = ComparisonWords(comparison, failsOnWarning: failsOnWarning)
        self.style = style
    }

    /// Everything that differs; ends without a line end.
    package var text: CleanText {
        var blocks: [[CleanText]] = [words.sides.flatMap { line("\($0.name.padded(to: 4)) \($0.text)", hanging: 5) }]
        for kind in VerdictChange.Kind.allCases {
            let changes = comparison.verdicts(kind)
            guard !changes.isEmpty else { continue }
            let head = style.paint("\(kind.words) (\(changes.count))", kind.look)
            blocks.append([head] + changes.flatMap(verdict))
        }
        blocks.append(list("accessory", words.identity))
        blocks.append(list("advertisement", words.advertisement))
        blocks.append(list("attribute database", words.database))
        blocks.append(list("measured times", ComparisonWords.measured(comparison.measured)))
        blocks.append(list("durations (they give no exit status)", words.shifts))
        let look: Style.Look = words.status == .conformant ? .green : .red
        blocks.append(line(words.totals, hanging: 2) + line(style.paint(words.meaning, look), hanging: 2))
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func verdict(_ change: VerdictChange) -> [CleanText] {
        let name = style.paint(CleanText(change.instance, limit: 400), .bold)
        let course: CleanText = "\(CleanText(change.before)) → \(CleanText(change.after))"
        let whole = line("\(name): \(course)", indent: 2, hanging: 4)
        // The verdicts stay together: a name that leaves no room for them stands above them.
        let head = whole.count == 1 ? whole : line("\(name):", indent: 2, hanging: 4) + [.blanks(4) + course]
        return head + line(words.reason(change), indent: 4, hanging: 4)
    }

    private func list(_ title: CleanText, _ lines: [CleanText]) -> [CleanText] {
        guard !lines.isEmpty else { return [] }
        return [style.paint(title, .bold)] + lines.flatMap { line($0, indent: 2, hanging: 4) }
    }

    private func line(_ text: CleanText, indent: Int = 0, hanging: Int) -> [CleanText] {
        text.isEmpty ? [] : text.lines(indent: indent, hanging: hanging)
    }
}

extension VerdictChange.Kind {
    /// The heading of the group.
    var words: CleanText {
        switch self {
        case .new: "new failures"
        case .changed: "failures that changed"
        case .lost: "no longer judged"
        case .newlySkipped: "newly skipped"
        case .warned: "new warnings"
        case .fixed: "fixed"
        }
    }

    fileprivate var look: Style.Look {
        switch self {
        case .new, .changed: .red
        case .lost: .magenta
        case .newlySkipped, .warned: .yellow
        case .fixed: .green
        }
    }
}
