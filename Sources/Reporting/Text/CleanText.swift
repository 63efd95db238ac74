/// Makes text that an accessory may have sent safe to print and to put into XML.
///
/// Nothing that moves a cursor, recolours a terminal or turns the reading direction gets through, nor anything that XML
/// 1.0 forbids. Terminal sequences go away; every other such character is shown as `\x07` or `\u{202e}`.
enum CleanText {
    /// The text on one line, with line ends shown as `\n`.
    ///
    /// - Parameter limit: how many bytes of UTF-8 there may be at most.
    static func line(_ text: String, limit: Int = .max) -> String {
        bounded(text, limit, keepsLines: false)
    }

    /// The text with its lines and tabs.
    ///
    /// - Parameter limit: how many bytes of UTF-8 there may be at most.
    static func block(_ text: String, limit: Int = .max) -> String {
        bounded(text, limit, keepsLines: true)
    }

    /// Cleans and cuts; of a text far beyond its limit only what may be kept is looked at.
    private static func bounded(_ text: String, _ limit: Int, keepsLines: Bool) -> String {
        let count = text.utf8.count
        guard count > limit else {
            let clean = clean(text, keepsLines: keepsLines)
            return clean.utf8.count > limit ? cut(clean, limit, of: count) : clean
        }
        return cut(clean(String(text.unicodeScalars.prefix(limit)), keepsLines: keepsLines), limit, of: count)
    }

    private static func clean(_ text: String, keepsLines: Bool) -> String {
        // Most texts are clean already.
        if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) || (keepsLines && $0 == 0x0a) }) { return text }
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
            } else if let shown = shown(scalar) {
                result.append(contentsOf: shown.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// What stands for a character that must not be printed; `nil` if it may be.
    private static func shown(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09: "\\t"
        case 0x0a: "\\n"
        case 0x0d: "\\r"
        case 0x00...0x1f, 0x7f...0x9f: "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        // Line and paragraph separators, what turns the reading direction, and what is no character.
        case 0x2028, 0x2029, 0x200e, 0x200f, 0x061c, 0x202a...0x202e, 0x2066...0x2069, 0xfffe, 0xffff:
            "\\u{" + String(scalar.value, radix: 16) + "}"
        default: nil
        }
    }

    /// Where the terminal sequence ends that begins at `start`; `start` if none does.
    private static func endOfTerminalSequence(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
        var index = start
        if scalars[start] == "\u{9b}" { return endOfControlSequence(scalars, start + 1) ?? start }
        guard scalars[start] == "\u{1b}", start + 1 < scalars.count else { return start }
        index += 1
        switch scalars[index] {
        case "[": return endOfControlSequence(scalars, index + 1) ?? start
        case "]", "P", "X", "^", "_":
            // A string goes to its terminator. One without would swallow the rest, so only its start goes.
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

    /// As much of the text as fits into `limit` bytes beside a note on how many bytes there were.
    private static func cut(_ text: String, _ limit: Int, of count: Int) -> String {
        let note = " … (\(count) bytes in all)"
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
