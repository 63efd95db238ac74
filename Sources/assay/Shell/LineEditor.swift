import Foundation

/// Edits one line of input: a pure machine that takes the bytes of a terminal.
struct LineEditor {
    /// What the terminal shows next.
    enum Action: Equatable {
        /// The line has changed.
        case redraw
        /// Several words are possible; the user sees them.
        case candidates([String])
        /// The line is complete.
        case line(String)
        /// Ctrl-C: the line is given up.
        case givenUp
        /// Ctrl-D on an empty line.
        case end
    }

    /// The line so far.
    private(set) var text: [Character] = []
    /// The position before which the next character is inserted.
    private(set) var cursor = 0
    /// The earlier lines, the oldest first.
    private(set) var history: [String]
    /// The possible words for the last one of a text.
    private let complete: (String) -> [String]
    /// The position in the history; its end is the new line.
    private var place: Int
    /// The new line while an older one is shown.
    private var draft: [Character] = []
    /// The bytes of an escape sequence, or of a character.
    private var sequence: [UInt8] = []

    init(history: [String], complete: @escaping (String) -> [String]) {
        self.history = history
        self.complete = complete
        place = history.count
    }

    var line: String { String(text) }

    /// The part of the line around the cursor that fits into so many columns, with one left for the cursor at the end, and
    /// the number of its characters behind the cursor.
    func view(columns: Int) -> (text: String, behind: Int) {
        guard text.count >= columns else { return (line, text.count - cursor) }
        let start = min(max(0, cursor - columns / 2), text.count - columns + 1)
        let part = text[start..<min(text.count, start + columns - 1)]
        return (String(part), part.endIndex - cursor)
    }

    /// Takes the next byte.
    mutating func take(_ byte: UInt8) -> [Action] {
        if sequence.first == 0x1b { return escape(byte) }
        if !sequence.isEmpty || byte >= 0x80 { return part(byte) }
        switch byte {
        case 0x1b:
            sequence = [byte]
            return []
        case 0x0a, 0x0d: return [finish()]
        case 0x03:
            clear()
            return [.givenUp]
        case 0x04: return text.isEmpty ? [.end] : delete()
        case 0x09: return completed()
        case 0x08, 0x7f:
            guard cursor > 0 else { return [] }
            cursor -= 1
            return delete()
        case 0x01: return move(to: 0)
        case 0x05: return move(to: text.count)
        case 0x02: return move(to: cursor - 1)
        case 0x06: return move(to: cursor + 1)
        case 0x0b:
            text.removeSubrange(cursor...)
            return [.redraw]
        case 0x15:
            text.removeSubrange(..<cursor)
            cursor = 0
            return [.redraw]
        case 0x10: return recall(place - 1)
        case 0x0e: return recall(place + 1)
        case 0x20...0x7e: return insert(Character(Unicode.Scalar(byte)))
        default: return []
        }
    }

    private mutating func escape(_ byte: UInt8) -> [Action] {
        sequence.append(byte)
        guard sequence.count > 2 else {
            if ![UInt8(ascii: "["), UInt8(ascii: "O")].contains(byte) { sequence = [] }
            return []
        }
        // Parameters come before the final byte.
        guard byte >= 0x40 else { return [] }
        defer { sequence = [] }
        switch byte {
        case UInt8(ascii: "A"): return recall(place - 1)
        case UInt8(ascii: "B"): return recall(place + 1)
        case UInt8(ascii: "C"): return move(to: cursor + 1)
        case UInt8(ascii: "D"): return move(to: cursor - 1)
        case UInt8(ascii: "H"): return move(to: 0)
        case UInt8(ascii: "F"): return move(to: text.count)
        case UInt8(ascii: "~") where sequence.dropFirst(2).first == UInt8(ascii: "3"): return delete()
        default: return []
        }
    }

    /// A byte of a character that has several.
    private mutating func part(_ byte: UInt8) -> [Action] {
        sequence.append(byte)
        let length = sequence[0] >= 0xf0 ? 4 : sequence[0] >= 0xe0 ? 3 : 2
        guard sequence.count >= length else { return [] }
        defer { sequence = [] }
        return String(validating: sequence, as: UTF8.self)?.first.map { insert($0) } ?? []
    }

    private mutating func insert(_ character: Character) -> [Action] {
        text.insert(character, at: cursor)
        cursor += 1
        return [.redraw]
    }

    private mutating func delete() -> [Action] {
        guard cursor < text.count else { return [] }
        text.remove(at: cursor)
        return [.redraw]
    }

    private mutating func move(to position: Int) -> [Action] {
        cursor = min(max(position, 0), text.count)
        return [.redraw]
    }

    private mutating func clear() {
        (text, cursor, place, draft) = ([], 0, history.count, [])
    }

    private mutating func finish() -> Action {
        let line = line
        if !line.allSatisfy(\.isWhitespace), history.last != line { history.append(line) }
        clear()
        return .line(line)
    }

    private mutating func recall(_ position: Int) -> [Action] {
        guard (0...history.count).contains(position), position != place else { return [] }
        if place == history.count { draft = text }
        place = position
        text = position == history.count ? draft : Array(history[position])
        cursor = text.count
        return [.redraw]
    }

    /// Completes the word before the cursor, as far as it is unique.
    private mutating func completed() -> [Action] {
        let before = String(text[..<cursor])
        let word = before.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let candidates = complete(before)
        guard let first = candidates.first else { return [] }
        let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let rest = common.dropFirst(word.count)
        let ending = candidates.count == 1 && !common.hasSuffix("=") ? " " : ""
        for character in rest + ending { _ = insert(character) }
        return rest.isEmpty && candidates.count > 1 ? [.candidates(candidates), .redraw] : [.redraw]
    }
}
