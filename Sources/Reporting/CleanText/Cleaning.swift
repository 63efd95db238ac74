/// Cleans and cuts text for ``CleanText``.
enum Cleaning {
    /// Cleans and cuts a text. Of a text far beyond its limit, only the part that may be kept is read.
    static func bounded(_ text: String, _ limit: Int, keepsLines: Bool) -> String {
        let count = text.utf8.count
        guard count > limit else {
            let clean = clean(text, keepsLines: keepsLines)
            return clean.utf8.count > limit ? cut(clean, limit, of: count) : clean
        }
        return cut(clean(String(text.unicodeScalars.prefix(limit)), keepsLines: keepsLines), limit, of: count)
    }

    /// Whether the text is printable ASCII, as most texts are.
    static func isClean(_ text: String, keepsLines: Bool) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7e).contains($0) || (keepsLines && $0 == 0x0a) }
    }

    private static func clean(_ text: String, keepsLines: Bool) -> String {
        if isClean(text, keepsLines: keepsLines) { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let end = endOfTerminalSequence(scalars, index)
            guard end == index else {
                index = end
                continue
            }
            let scalar = scalars[index]
            index += 1
            if keepsLines, scalar == "\r" {
                if index == scalars.count || scalars[index] != "\n" { result.append("\n") }
            } else if keepsLines && (scalar == "\n" || scalar == "\t") {
                result.append(scalar)
            } else if let shown = shown(scalar), !joinsEmoji(scalars, index - 1) {
                result.append(contentsOf: shown.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The visible replacement of a character that must not be printed; `nil` for a printable one.
    static func shown(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x20...0x7e: nil
        case 0x09: "\\t"
        case 0x0a: "\\n"
        case 0x0d: "\\r"
        case 0x00...0x1f, 0x7f...0x9f: "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: isInvisible(scalar) ? "\\u{" + String(scalar.value, radix: 16) + "}" : nil
        }
    }

    /// Whether the character has no width, separates lines, changes the reading direction, or is not assigned.
    ///
    /// A variation selector is visible through the character before it.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isVariationSelector { return false }
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return true }
        switch properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    /// Whether the character joins two emoji into one visible emoji.
    private static func joinsEmoji(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard scalars[index] == "\u{200d}", index > 0, index + 1 < scalars.count else { return false }
        let (left, right) = (scalars[index - 1], scalars[index + 1])
        let isEmoji = { (scalar: Unicode.Scalar) in !scalar.isASCII && scalar.properties.isEmoji }
        return (isEmoji(left) || left.properties.isVariationSelector) && isEmoji(right)
    }

    /// The end of the terminal sequence that starts at `start`; `start` if there is none.
    private static func endOfTerminalSequence(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
        var index = start
        if scalars[start] == "\u{9b}" { return endOfControlSequence(scalars, start + 1) ?? start }
        guard scalars[start] == "\u{1b}", start + 1 < scalars.count else { return start }
        index += 1
        switch scalars[index] {
        case "[": return endOfControlSequence(scalars, index + 1) ?? start
        case "]", "P", "X", "^", "_":
            // A string ends at its terminator. Without a terminator it would swallow the rest, so only its start is
            // removed.
            while index < scalars.count {
                if scalars[index] == "\u{07}" || scalars[index] == "\u{9c}" { return index + 1 }
                if scalars[index] == "\u{1b}", index + 1 < scalars.count, scalars[index + 1] == "\\" {
                    return index + 2
                }
                index += 1
            }
            return start + 2
        case "@"..."_": return index + 1
        default: return start
        }
    }

    private static func endOfControlSequence(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
        var index = start
        while index < scalars.count, (0x20...0x3f).contains(scalars[index].value) { index += 1 }
        guard index < scalars.count, (0x40...0x7e).contains(scalars[index].value) else { return nil }
        return index + 1
    }

    /// As much of the text as fits into `limit` bytes together with a note of the total size.
    static func cut(_ text: String, _ limit: Int, of count: Int) -> String {
        let note = " … (\(count) bytes in total)"
        var kept = String.UnicodeScalarView()
        var room = limit - note.utf8.count
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            guard room >= 0 else { break }
            kept.append(scalar)
        }
        return String(kept) + note
    }
}
