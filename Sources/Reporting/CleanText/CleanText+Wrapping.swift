extension CleanText {
    /// The width of a terminal for which texts are made.
    package static let columns = 80

    /// The text in lines of at most `columns` characters, broken between words. A word that is longer than a line, such as
    /// a JSON document, is broken after commas; other words stay whole, and so does what is quoted in backticks, such as a
    /// command that a user copies. Colours take no room.
    ///
    /// - Parameters:
    ///   - indent: the number of columns that the first line leaves free on its left.
    ///   - hanging: the number of blanks before each further line.
    package func wrapped(after indent: Int, hanging: Int, columns: Int = CleanText.columns) -> [CleanText] {
        guard indent + width > columns else { return [self] }
        var lines: [CleanText] = []
        var line: CleanText?
        var used = 0
        var room = columns - indent
        for word in words(columns: columns - hanging) {
            let width = word.text.width
            guard let before = line else {
                // Blanks at the start of the text are its indent; those at a break are the break.
                if lines.isEmpty || width > 0 { (line, used) = (word.text, width) }
                continue
            }
            let gap = word.isApart ? 1 : 0
            if used > 0, used + gap + width > room {
                lines.append(before)
                room = columns - hanging
                (line, used) = width > 0 ? (word.text, width) : (nil, 0)
            } else {
                line = before + .blanks(gap) + word.text
                used += gap + width
            }
        }
        if let line { lines.append(line) }
        return lines.enumerated().map { index, line in index == 0 ? line : .blanks(hanging) + line }
    }

    /// The text in lines of at most `columns` characters, with `indent` blanks before the first line and `hanging` blanks
    /// before each further one.
    package func lines(indent: Int = 0, hanging: Int, columns: Int = CleanText.columns) -> [CleanText] {
        let lines = wrapped(after: indent, hanging: hanging, columns: columns)
        return [.blanks(indent) + lines[0]] + lines.dropFirst()
    }

    /// The text with each line that is longer than `columns` in several.
    ///
    /// - Parameter hanging: the number of blanks before each further line; `nil` for two more than the line itself has.
    package func folded(hanging: Int? = nil, columns: Int = CleanText.columns) -> CleanText {
        split(separator: "\n").flatMap { line -> [CleanText] in
            guard line.width > columns else { return [line] }
            let indent = line.string.prefix { $0 == " " }.count
            return line.dropFirst(indent).lines(indent: indent, hanging: hanging ?? indent + 2, columns: columns)
        }.joined(separator: "\n")
    }

    /// The number of columns that the text takes: its characters, without the sequences that colour them.
    private var width: Int {
        string.utf8.contains(0x1b) ? string.replacing(#/\u{1b}\[[0-9;]*m/#, with: "").count : count
    }

    /// The words, or their parts if they are too long; each with whether a blank precedes it.
    private func words(columns: Int) -> [(text: CleanText, isApart: Bool)] {
        var words = split(separator: " ")[...]
        var parts: [(text: CleanText, isApart: Bool)] = []
        while let word = words.popFirst() {
            if word.opensQuote, let end = words.firstIndex(where: \.opensQuote) {
                parts.append((([word] + words[...end]).joined(separator: " "), true))
                words = words[(end + 1)...]
            } else if word.width > columns {
                let pieces = word.split(separator: ",")
                parts += pieces.enumerated().map { index, piece in
                    (index + 1 < pieces.count ? piece + "," : piece, index == 0)
                }
            } else {
                parts.append((word, true))
            }
        }
        return parts
    }

    /// Whether a quote in backticks begins or ends in the word, and is not whole in it.
    private var opensQuote: Bool { !string.utf8.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2) }
}
