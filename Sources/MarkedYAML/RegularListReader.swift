/// Reads the one form that the large files of `Suites/` have, about fifty times faster than a full YAML parser: one
/// key with a list of flat mappings, each value on the line of its key.
///
///     requirements:
///     - id: HAP-CORE-001
///       transports: [ip, ble]
///       requires: "Text in double quotes."
///
/// For any other input it gives up, and ``YAMLNode/load(_:file:)`` uses the full parser. It never gives a text
/// another meaning than the full parser, and never reports errors.
struct RegularListReader {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var line = 0

    /// - Returns: `nil` if the text has another form.
    static func read(_ text: String, file: String) -> YAMLNode? {
        var reader = RegularListReader(bytes: Array(text.utf8), file: file)
        return reader.readRoot()
    }

    private init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    private func mark(_ column: Int) -> SourceMark { SourceMark(file: file, line: line, column: column) }

    /// The next line that is neither empty nor a comment.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        while position < bytes.count {
            let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let content = bytes[position..<end]
            position = end + 1
            line += 1
            if let first = content.first, first != UInt8(ascii: "#") { return content }
        }
        return nil
    }

    private mutating func readRoot() -> YAMLNode? {
        guard let first = nextLine(), first.last == UInt8(ascii: ":"), Self.isWord(first.dropLast()) else { return nil }
        let rootMark = mark(1)
        let name = String(decoding: first.dropLast(), as: UTF8.self)
        var elements: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        var start: SourceMark?
        while let content = nextLine() {
            guard content.count > 2, content[content.startIndex + 1] == UInt8(ascii: " ") else { return nil }
            switch content[content.startIndex] {
            case UInt8(ascii: "-"):
                if let start { elements.append(YAMLNode(kind: .mapping(entries), mark: start)) }
                start = mark(3)
                entries = []
            case UInt8(ascii: " ") where start != nil: break
            default: return nil
            }
            guard let entry = readEntry(content.dropFirst(2)), !entries.contains(where: { $0.key == entry.key }) else {
                return nil
            }
            entries.append(entry)
        }
        guard let start else { return nil }
        elements.append(YAMLNode(kind: .mapping(entries), mark: start))
        let list = YAMLNode(
            kind: .sequence(elements),
            mark: SourceMark(file: file, line: elements[0].mark.line, column: 1)
        )
        return YAMLNode(kind: .mapping([YAMLNode.Entry(key: name, keyMark: rootMark, value: list)]), mark: rootMark)
    }

    /// `key: value`, which begins in column 3.
    private func readEntry(_ content: ArraySlice<UInt8>) -> YAMLNode.Entry? {
        guard let colon = content.firstIndex(of: UInt8(ascii: ":")), Self.isWord(content[..<colon]),
            colon + 2 < content.endIndex, content[colon + 1] == UInt8(ascii: " ")
        else { return nil }
        let column = 3 + (colon - content.startIndex) + 2
        guard let kind = readValue(content[(colon + 2)...], column: column) else { return nil }
        return YAMLNode.Entry(
            key: String(decoding: content[..<colon], as: UTF8.self),
            keyMark: mark(3),
            value: YAMLNode(kind: kind, mark: mark(column))
        )
    }

    private func readValue(_ content: ArraySlice<UInt8>, column: Int) -> YAMLNode.Kind? {
        switch content.first {
        case UInt8(ascii: "\""): return Self.unquoted(content).map { .scalar(text: $0, isPlain: false) }
        case UInt8(ascii: "["): return readFlow(content, column: column)
        case UInt8(ascii: "'"):
            let inner = content.dropFirst().dropLast()
            guard content.count > 1, content.last == UInt8(ascii: "'"), inner.allSatisfy(Self.isPlainByte) else {
                return nil
            }
            return .scalar(text: String(decoding: inner, as: UTF8.self), isPlain: false)
        default: return Self.plain(content).map { .scalar(text: $0, isPlain: true) }
        }
    }

    /// A list such as `[ip, ble]`.
    private func readFlow(_ content: ArraySlice<UInt8>, column: Int) -> YAMLNode.Kind? {
        guard content.last == UInt8(ascii: "]") else { return nil }
        var elements: [YAMLNode] = []
        for part in content.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
            let word = part.drop { $0 == UInt8(ascii: " ") }
            guard Self.isWord(word) else { return nil }
            elements.append(
                YAMLNode(
                    kind: .scalar(text: String(decoding: word, as: UTF8.self), isPlain: true),
                    mark: mark(column + word.startIndex - content.startIndex)
                )
            )
        }
        return .sequence(elements)
    }

    /// The text between double quotes; it supports four escapes.
    private static func unquoted(_ content: ArraySlice<UInt8>) -> String? {
        guard content.count > 1, content.last == UInt8(ascii: "\"") else { return nil }
        let inner = content.dropFirst().dropLast()
        if inner.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            return String(decoding: inner, as: UTF8.self)
        }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in inner {
            guard byte >= 0x20, byte != 0x7f else { return nil }
            if isEscaped {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(byte)
                case UInt8(ascii: "n"): text.append(0x0a)
                case UInt8(ascii: "r"): text.append(0x0d)
                default: return nil
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return nil
            } else {
                text.append(byte)
            }
        }
        return isEscaped ? nil : String(decoding: text, as: UTF8.self)
    }

    /// Text without quotes that has only one possible meaning.
    private static func plain(_ content: ArraySlice<UInt8>) -> String? {
        guard let first = content.first, let last = content.last, isWordByte(first) || first == UInt8(ascii: "<"),
            first != UInt8(ascii: "-"), last != UInt8(ascii: " "), content.allSatisfy(isPlainByte)
        else { return nil }
        return String(decoding: content, as: UTF8.self)
    }

    private static func isPlainByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || " .,;()/<>=+".utf8.contains(byte)
    }

    /// A word that needs no quotes, and does not begin with a dash.
    private static func isWord(_ content: ArraySlice<UInt8>) -> Bool {
        guard let first = content.first, first != UInt8(ascii: "-") else { return false }
        return content.allSatisfy(isWordByte)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }
}
