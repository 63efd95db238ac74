extension CleanText {
    /// The width of a terminal for which texts are made.
    package static let columns = 80

    /// The text in lines of at most `columns` characters, broken between words. A longer word stays whole.
    ///
    /// - Parameters:
    ///   - indent: the number of columns that the first line leaves free on its left.
    ///   - hanging: the number of blanks before each further line.
    ///   - separator: where a line may be broken; the separator stays at its end.
    package func wrapped(
        after indent: Int,
        hanging: Int,
        at separator: Character = " ",
        columns: Int = CleanText.columns
    ) -> [CleanText] {
        guard indent + string.count > columns else { return [self] }
        var lines: [String] = []
        var line = ""
        var width = indent
        for word in string.split(separator: separator, omittingEmptySubsequences: false) {
            let part = line.isEmpty ? String(word) : "\(separator)\(word)"
            if !line.isEmpty, width + part.count > columns {
                lines.append(separator == " " ? line : line + String(separator))
                (line, width) = (String(word), hanging + word.count)
            } else {
                line += part
                width += part.count
            }
        }
        lines.append(line)
        return lines.enumerated().map { index, line in
            index == 0 ? CleanText(line) : .blanks(hanging) + CleanText(line)
        }
    }
}
