import Foundation
import SuiteLanguage

/// Names grouped by their reason: many instances do not run or cannot be judged, for few reasons.
struct ReasonList {
    /// By the reason without the numbers of steps.
    private var groups: [CleanText: Group] = [:]

    private struct Group {
        /// The reason as it is given, if all names have the same one.
        var reason: CleanText?
        var names: [CleanText] = []
    }

    mutating func add(_ name: String, because reason: String?) {
        let given = Self.withoutRepetitions(reason ?? "no reason given")
        // The same reason in another step of another case is the same reason.
        let general = Self.withoutRepetitions(given.replacing(/\bstep [0-9][0-9a-z.#]*/, with: "a step"))
        let (text, key) = (CleanText(given, limit: 400), CleanText(general, limit: 400))
        var group = groups[key] ?? Group(reason: text)
        if group.reason != text { group.reason = nil }
        group.names.append(CleanText(name, limit: 400))
        groups[key] = group
    }

    /// The sentences of a reason, each once.
    private static func withoutRepetitions(_ reason: String) -> String {
        var sentences: [String] = []
        for sentence in reason.components(separatedBy: "; ") where !sentences.contains(sentence) {
            sentences.append(sentence)
        }
        return sentences.joined(separator: "; ")
    }

    /// The number of names.
    var count: Int { groups.values.reduce(0) { $0 + $1.names.count } }

    /// The reasons with their counts, the most frequent first, each followed by its first names.
    ///
    /// - Parameters:
    /// - limit: the number of names that each reason shows at most.
    /// - most: the number of reasons that are shown at most.
    /// - elsewhere: where the other names are listed.
    /// - columns: the width of the lines.
    func lines(
        namesPerReason limit: Int,
        most: Int = .max,
        elsewhere: CleanText,
        columns: Int = CleanText.columns
    ) -> [CleanText] {
        let rows = groups.map { (key: $0.value.reason ?? $0.key, value: $0.value.names) }
            .sorted { ($1.value.count, $0.key.string) < ($0.value.count, $1.key.string) }
        let width = String(rows.first?.value.count ?? 0).count
        let rest: [CleanText] = rows.count > most ? ["  … and \(rows.count - most) more reasons\(elsewhere)"] : []
        return rows.prefix(most).flatMap { reason, names in
            let count: CleanText = "\(names.count)"
            let indent = CleanText.blanks(width + 4)
            let more: [CleanText] =
                names.count > limit && limit > 0 ? ["\(indent)… and \(names.count - limit) more\(elsewhere)"] : []
            let reason = reason.wrapped(after: width + 4, hanging: width + 4, columns: columns)
            let head: CleanText = "  \(count.rightAligned(to: width))  \(reason[0])"
            let shown = names.prefix(limit).flatMap {
                $0.lines(indent: width + 4, hanging: width + 6, columns: columns)
            }
            return [head] + reason.dropFirst() + shown + more
        } + rest
    }
}
