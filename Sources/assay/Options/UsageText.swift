import Reporting

/// Help and usage as the parser writes them, with the line that lists the options in lines of the terminal's width.
enum UsageText {
    /// The text of the parser, in which each line of usage is wrapped. An option stays beside its value.
    static func wrapped(_ text: String) -> CleanText {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isUsage = heads.contains { line.hasPrefix($0) }
            return isUsage ? wrapped(line) : CleanText(lines: String(line))
        }.joined(separator: "\n")
    }

    private static let heads = ["USAGE: ", "Usage: "]

    private static func wrapped(_ line: Substring) -> CleanText {
        var lines: [String] = []
        for word in words(line) {
            if let last = lines.last, last.count + 1 + word.count <= CleanText.columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(lines.isEmpty ? word : String(repeating: " ", count: 7) + word)
            }
        }
        return CleanText(lines: lines.joined(separator: "\n"))
    }

    /// The words, of which `[--port <port>]`, `--file <file>` and `<case> ...` are one each.
    private static func words(_ line: Substring) -> [String] {
        line.split(separator: " ").map(String.init).reduce(into: []) { words, word in
            let last = words.last ?? ""
            let isInside = last.count { $0 == "[" } > last.count { $0 == "]" }
            let isValue = last.hasPrefix("-") && !last.contains(" ") && word.hasPrefix("<")
            if isInside || isValue || word == "..." { words[words.count - 1] += " \(word)" } else { words.append(word) }
        }
    }
}
