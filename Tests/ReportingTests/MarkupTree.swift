@testable import Reporting

/// An element of an HTML document, read strictly: each element is closed, each attribute is quoted, and no character
/// that has a meaning stands in a text unescaped.
///
/// It works on bytes, as a browser works on code points: for Swift, `>` and a combining accent are one character.
struct MarkupTree {
    let name: String
    private(set) var attributes: [String: String] = [:]
    private(set) var children: [MarkupTree] = []
    /// The text of the element itself and of all elements in it, without the style and the script.
    private(set) var text = ""

    /// Why a document is not what the writer may write.
    struct Problem: Error, CustomStringConvertible {
        var description: String

        init(_ what: String, at rest: ArraySlice<UInt8>) {
            description = "\(what): \(String(decoding: rest.prefix(80), as: UTF8.self))"
        }
    }

    private static let raw: Set = ["style", "script"]
    private static let doctype = Array("<!doctype html>\n".utf8)

    /// - Throws: ``Problem`` for anything else than the markup that ``HTMLWriter`` writes.
    init(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        try Self.expect(Self.doctype, &rest)
        self = try MarkupTree(&rest)
        try Self.expect([0x0a], &rest)
        guard rest.isEmpty else { throw Problem("more after the document", at: rest) }
    }

    private init(_ rest: inout ArraySlice<UInt8>) throws {
        try Self.expect([UInt8(ascii: "<")], &rest)
        name = try Self.word(&rest)
        while rest.first != UInt8(ascii: ">") {
            try Self.expect([UInt8(ascii: " ")], &rest)
            let attribute = try Self.word(&rest)
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                try Self.expect(Array("=\"".utf8), &rest)
                value = try Self.plain(&rest)
                try Self.expect([UInt8(ascii: "\"")], &rest)
            }
            guard attributes.updateValue(value, forKey: attribute) == nil else {
                throw Problem("a second attribute \(attribute)", at: rest)
            }
        }
        rest = rest.dropFirst()
        guard HTMLElement(rawValue: name)?.hasContent ?? true else { return }
        let end = Array("</\(name)>".utf8)
        if Self.raw.contains(name) {
            while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
        }
        while true {
            text += try Self.plain(&rest)
            if rest.starts(with: end) {
                rest = rest.dropFirst(end.count)
                return
            }
            let child = try MarkupTree(&rest)
            text += child.text
            children.append(child)
        }
    }

    private static func expect(_ bytes: [UInt8], _ rest: inout ArraySlice<UInt8>) throws {
        guard rest.starts(with: bytes) else {
            throw Problem("not \(String(decoding: bytes, as: UTF8.self).debugDescription)", at: rest)
        }
        rest = rest.dropFirst(bytes.count)
    }

    /// The name of an element or an attribute.
    private static func word(_ rest: inout ArraySlice<UInt8>) throws -> String {
        let word = rest.prefix { Character(Unicode.Scalar($0)).isLetter || (0x30...0x39).contains($0) || $0 == 0x2d }
        guard !word.isEmpty, word.allSatisfy({ $0 < 0x80 }) else { throw Problem("no name", at: rest) }
        rest = rest[word.endIndex...]
        return String(decoding: word, as: UTF8.self)
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
    private static let special: Set = Set("<>\"'&".utf8)

    /// The text up to the next character that has a meaning, with its entities resolved.
    private static func plain(_ rest: inout ArraySlice<UInt8>) throws -> String {
        var plain: [UInt8] = []
        while true {
            let words = rest.prefix { !special.contains($0) }
            plain += words
            rest = rest[words.endIndex...]
            guard rest.first == UInt8(ascii: "&") else { return String(decoding: plain, as: UTF8.self) }
            let entity = rest.dropFirst().prefix(5).prefix { $0 != UInt8(ascii: ";") }
            guard let character = entities[String(decoding: entity, as: UTF8.self)] else {
                throw Problem("not an entity", at: rest)
            }
            plain += character.utf8
            rest = rest[entity.endIndex...]
            try expect([UInt8(ascii: ";")], &rest)
        }
    }

    /// The element and all elements in it, in their order.
    var all: [MarkupTree] { [self] + children.flatMap(\.all) }

    func all(_ name: String) -> [MarkupTree] { all.filter { $0.name == name } }

    func first(_ name: String, _ attribute: String, _ value: String) -> MarkupTree? {
        all.first { $0.name == name && $0.attributes[attribute] == value }
    }
}
