/// Parses JSON text strictly by the grammar of RFC 8259, directly from its bytes.
struct JSONParser {
    /// The limit on nesting, regardless of the caller's limit, so that the stack always suffices.
    private static let depthLimit = 512

    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0
    private var depth = 0

    init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = min(maximumDepth, Self.depthLimit)
    }

    mutating func parse() throws(JSONError) -> JSON {
        skipSpace()
        let value = try parseValue()
        skipSpace()
        guard index == bytes.count else { throw error("unexpected data after the end of the value") }
        return value
    }

    private mutating func parseValue() throws(JSONError) -> JSON {
        guard index < bytes.count else { throw error("the text ends where a value is expected") }
        switch bytes[index] {
        case 0x7b: return .object(try parseObject())
        case 0x5b: return .array(try parseArray())
        case 0x22: return .string(try parseString())
        case 0x2d, 0x30...0x39: return .number(try parseNumber())
        case 0x74: return try parseWord("true", .bool(true))
        case 0x66: return try parseWord("false", .bool(false))
        case 0x6e: return try parseWord("null", .null)
        default: throw error("a value cannot begin with byte 0x\(Hex.encode([bytes[index]]))")
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        let expected = word.description.utf8
        guard bytes[index...].starts(with: expected) else { throw error("expected the word \(word)") }
        index += expected.count
        return value
    }

    private mutating func parseNumber() throws(JSONError) -> JSONNumber {
        guard let end = JSONNumber.end(in: bytes, from: index) else { throw error("this is not a JSON number") }
        // An integer with a leading zero is stopped at the next digit, where a comma or an end is expected.
        let spelling = String(decoding: bytes[index..<end], as: UTF8.self)
        index = end
        return JSONNumber(checked: spelling)
    }

    private mutating func parseArray() throws(JSONError) -> [JSON] {
        try enter()
        defer { depth -= 1 }
        var elements: [JSON] = []
        skipSpace()
        if take(0x5d) { return elements }
        while true {
            skipSpace()
            elements.append(try parseValue())
            skipSpace()
            if take(0x2c) { continue }
            if take(0x5d) { return elements }
            throw error("expected ',' or ']' in an array")
        }
    }

    private mutating func parseObject() throws(JSONError) -> JSONObject {
        try enter()
        defer { depth -= 1 }
        var object = JSONObject()
        skipSpace()
        if take(0x7d) { return object }
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] == 0x22 else { throw error("expected a key in quotation marks") }
            let key = try parseString()
            skipSpace()
            guard take(0x3a) else { throw error("expected ':' after a key") }
            skipSpace()
            object.members.append(JSONObject.Member(key: key, value: try parseValue()))
            skipSpace()
            if take(0x2c) { continue }
            if take(0x7d) { return object }
            throw error("expected ',' or '}' in an object")
        }
    }

    /// Enters an array or an object.
    private mutating func enter() throws(JSONError) {
        guard depth < maximumDepth else { throw error("nested deeper than \(maximumDepth)") }
        depth += 1
        index += 1
    }

    private mutating func parseString() throws(JSONError) -> String {
        let opening = index
        index += 1
        var run = index
        var unescaped: [UInt8] = []
        var hasEscapes = false
        while index < bytes.count {
            switch bytes[index] {
            case 0x22:
                let text = try validated(opening + 1..<index)
                // An escape stands for whole characters, so text that is valid with escapes is valid without them.
                defer { index += 1 }
                return hasEscapes ? String(decoding: unescaped + bytes[run..<index], as: UTF8.self) : text
            case 0x5c:
                hasEscapes = true
                unescaped += bytes[run..<index]
                try parseEscape(into: &unescaped)
                run = index
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            default:
                index += 1
            }
        }
        throw JSONError(offset: opening, message: "the string that begins here is not terminated")
    }

    /// The bytes in the range as text.
    ///
    /// - Throws: ``JSONError`` with the offset of the first sequence that is not UTF-8: overlong, surrogate, beyond
    ///   U+10FFFF, truncated or stray.
    private func validated(_ range: Range<Int>) throws(JSONError) -> String {
        do throws(UTF8.ValidationError) {
            return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
        } catch {
            throw JSONError(offset: range.lowerBound + error.byteOffsets.lowerBound, message: "this is not valid UTF-8")
        }
    }

    private mutating func parseEscape(into text: inout [UInt8]) throws(JSONError) {
        guard index + 1 < bytes.count else { throw error("the text ends in an escape") }
        switch bytes[index + 1] {
        case 0x22, 0x5c, 0x2f: text.append(bytes[index + 1])
        case 0x62: text.append(0x08)
        case 0x66: text.append(0x0c)
        case 0x6e: text.append(0x0a)
        case 0x72: text.append(0x0d)
        case 0x74: text.append(0x09)
        case 0x75:
            text += String(try parseUnicodeEscape()).utf8
            return
        default: throw error("unknown escape")
        }
        index += 2
    }

    /// Reads `\uXXXX`, or a surrogate pair of two.
    private mutating func parseUnicodeEscape() throws(JSONError) -> Character {
        let start = index
        let first = try parseCodeUnit()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard first < 0xdc00, index + 1 < bytes.count, bytes[index] == 0x5c, bytes[index + 1] == 0x75 else {
            throw JSONError(offset: start, message: "unpaired surrogate")
        }
        let second = try parseCodeUnit()
        guard (0xdc00...0xdfff).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (first - 0xd800) << 10 + (second - 0xdc00))
        else {
            throw JSONError(offset: start, message: "unpaired surrogate")
        }
        return Character(scalar)
    }

    private mutating func parseCodeUnit() throws(JSONError) -> UInt32 {
        guard index + 6 <= bytes.count else { throw error("the text ends in an escape") }
        var unit: UInt32 = 0
        for place in index + 2..<index + 6 {
            guard let digit = Hex.value(of: bytes[place]) else { throw error("\\u needs four hexadecimal digits") }
            unit = unit << 4 | UInt32(digit)
        }
        index += 6
        return unit
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0a, 0x0d: index += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private func error(_ message: String) -> JSONError {
        JSONError(offset: index, message: message)
    }
}

extension JSON {
    /// Parses JSON text strictly by RFC 8259: one value, UTF-8, no byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: the text.
    ///   - maximumDepth: the limit on nested arrays and objects; never more than 512.
    /// - Throws: ``JSONError`` with the offset of the first invalid byte.
    package static func parse(_ bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes, maximumDepth: maximumDepth)
        return try parser.parse()
    }
}
