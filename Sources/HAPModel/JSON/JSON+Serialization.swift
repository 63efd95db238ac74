extension JSON {
    /// The value as JSON text without white space; the spelling of numbers and the order of members are kept.
    package func serialized() -> String {
        String(decoding: encoded(), as: UTF8.self)
    }

    /// The bytes of ``serialized()``, for bodies.
    package func encoded() -> [UInt8] {
        var text: [UInt8] = []
        write(into: &text, indentation: nil, levels: 0)
        return text
    }

    /// The value as readable JSON text: one member or element a line, indented by two spaces, but numbers of a list in a row.
    ///
    /// - Parameter levels: how many levels of nesting are broken into lines; what is nested deeper stays on one line.
    package func pretty(levels: Int = .max) -> String {
        var text: [UInt8] = []
        write(into: &text, indentation: 0, levels: levels)
        return String(decoding: text, as: UTF8.self)
    }

    private func write(into text: inout [UInt8], indentation: Int?, levels: Int) {
        let indentation = levels > 0 ? indentation : nil
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let number): text += number.spelling.utf8
        case .string(let string): Self.write(string, into: &text)
        case .array(let elements) where indentation != nil && elements.allSatisfy(\.isNumber):
            text += "[\(elements.map { $0.serialized() }.joined(separator: ", "))]".utf8
        case .array(let elements):
            Self.write(elements, between: (0x5b, 0x5d), into: &text, indentation: indentation) { element, text, inner in
                element.write(into: &text, indentation: inner, levels: levels - 1)
            }
        case .object(let object):
            Self.write(object.members, between: (0x7b, 0x7d), into: &text, indentation: indentation) {
                member,
                text,
                inner in
                Self.write(member.key, into: &text)
                text.append(0x3a)
                if inner != nil { text.append(0x20) }
                member.value.write(into: &text, indentation: inner, levels: levels - 1)
            }
        }
    }

    private var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    private static func write<Part>(
        _ parts: [Part],
        between brackets: (UInt8, UInt8),
        into text: inout [UInt8],
        indentation: Int?,
        each: (Part, inout [UInt8], Int?) -> Void
    ) {
        text.append(brackets.0)
        let inner = indentation.map { $0 + 2 }
        for (index, part) in parts.enumerated() {
            if index > 0 { text.append(0x2c) }
            breakLine(inner, in: &text)
            each(part, &text, inner)
        }
        if !parts.isEmpty { breakLine(indentation, in: &text) }
        text.append(brackets.1)
    }

    private static func breakLine(_ indentation: Int?, in text: inout [UInt8]) {
        guard let indentation else { return }
        text.append(0x0a)
        text += repeatElement(0x20, count: indentation)
    }

    private static func write(_ string: String, into text: inout [UInt8]) {
        text.append(0x22)
        for byte in string.utf8 {
            switch byte {
            case 0x22: text += [0x5c, 0x22]
            case 0x5c: text += [0x5c, 0x5c]
            case 0x08: text += [0x5c, 0x62]
            case 0x09: text += [0x5c, 0x74]
            case 0x0a: text += [0x5c, 0x6e]
            case 0x0c: text += [0x5c, 0x66]
            case 0x0d: text += [0x5c, 0x72]
            case 0..<0x20: text += "\\u00\(Hex.encode([byte]))".utf8
            default: text.append(byte)
            }
        }
        text.append(0x22)
    }
}

extension JSON: CustomStringConvertible {
    package var description: String { serialized() }
}
