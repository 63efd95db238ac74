extension CleanText {
    /// The width of a terminal for which texts are made.
    package static let columns = 80

    /// The text in lines of at most `columns` characters, broken between words. A word that is longer than a line, such as
    /// a JSON document, is broken after commas; other words stay whole.
    ///
    /// - Parameters:
    ///   - indent: the number of columns that the first line leaves free on its left.
    ///   - hanging: the number of blanks before each further line.
    package func wrapped(after indent: Int, hanging: Int, columns: Int = CleanText.columns) -> [CleanText] {
        guard indent + string.count > columns else { return [self] }
        var lines: [String] = []
        var line = ""
        var room = columns - indent
        for word in Self.words(string, columns: columns - hanging) {
            if !line.isEmpty, line.count + word.text.count + (word.isApart ? 1 : 0) > room {
                lines.append(line)
                (line, room) = (word.text, columns - hanging)
            } else {
                line += (word.isApart && !line.isEmpty ? " " : "") + word.text
            }
        }
        lines.append(line)
        return lines.enumerated().map { index, line in
            index == 0 ? CleanText(line) : .blanks(hanging) + CleanText(line)
        }
    }

    /// The words, or their parts if they are too long; each with whether a blank precedes it.
    private static func words(_ text: String, columns: Int) -> [(text: String, isApart: Bool)] {
        text.split(separator: " ", omittingEmptySubsequences: false).flatMap { word in
            guard word.count > columns else { return [(String(word), true)] }
            let parts = word.split(separator: ",", omittingEmptySubsequences: false)
            return parts.enumerated().map { index, part in
                (part + (index + 1 < parts.count ? "," : ""), index == 0)
            }
        }
    }
}
