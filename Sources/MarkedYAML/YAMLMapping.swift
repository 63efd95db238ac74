/// A mapping whose keys were checked against the allowed ones.
package struct YAMLMapping: Sendable {
    package let mark: SourceMark
    package let entries: [YAMLNode.Entry]

    /// The value of an optional key.
    package subscript(key: String) -> YAMLNode? {
        entries.first { $0.key == key }?.value
    }

    /// An optional key with its value.
    package func entry(_ key: String) -> YAMLNode.Entry? {
        entries.first { $0.key == key }
    }

    /// The value of a required key.
    package func required(_ key: String) throws(YAMLProblem) -> YAMLNode {
        guard let value = self[key] else { throw YAMLProblem(mark, "`\(key)` is missing") }
        return value
    }
}

extension YAMLNode {
    /// The node as a mapping with only these keys.
    package func mapping(allowing keys: [String]) throws(YAMLProblem) -> YAMLMapping {
        let mapping = try self.mapping()
        for entry in mapping.entries where !keys.contains(entry.key) {
            throw .unknown("key", entry.key, among: keys, at: entry.keyMark)
        }
        return mapping
    }

    /// The node as a mapping with any keys.
    package func mapping() throws(YAMLProblem) -> YAMLMapping {
        guard let entries else { throw YAMLProblem(mark, "expected a mapping, not \(kindName)") }
        return YAMLMapping(mark: mark, entries: entries)
    }

    /// The node as a list.
    package func list() throws(YAMLProblem) -> [YAMLNode] {
        guard let elements else { throw YAMLProblem(mark, "expected a list, not \(kindName)") }
        return elements
    }

    /// The node as a list; a node that is not a list becomes a list of one.
    package var listOrOne: [YAMLNode] { elements ?? [self] }

    /// The texts of a list, or a single text.
    package func words() throws(YAMLProblem) -> [String] {
        var words: [String] = []
        for element in listOrOne { words.append(try element.string()) }
        return words
    }

    /// The scalar's text as written.
    package func string() throws(YAMLProblem) -> String {
        guard let text else { throw YAMLProblem(mark, "expected text, not \(kindName)") }
        return text
    }

    /// The scalar as a whole number.
    package func integer() throws(YAMLProblem) -> Int64 {
        guard case .integer(let digits) = scalar, let value = Int64(digits) else {
            throw YAMLProblem(mark, "expected a whole number, not \(kindName)")
        }
        return value
    }

    /// The scalar as a whole number within the range.
    package func integer(in range: ClosedRange<Int64>) throws(YAMLProblem) -> Int64 {
        let value = try integer()
        guard range.contains(value) else {
            throw YAMLProblem(
                mark,
                "expected a whole number from \(range.lowerBound) to \(range.upperBound), not \(value)"
            )
        }
        return value
    }

    /// The scalar as a number.
    package func number() throws(YAMLProblem) -> Double {
        switch scalar {
        case .integer(let text), .float(let text):
            if let value = Double(text) { return value }
        default: break
        }
        throw YAMLProblem(mark, "expected a number, not \(kindName)")
    }

    /// The scalar as true or false.
    package func bool() throws(YAMLProblem) -> Bool {
        guard case .bool(let value) = scalar else {
            throw YAMLProblem(mark, "expected true or false, not \(kindName)")
        }
        return value
    }

    /// The scalar as one of these words.
    package func word(of words: [String]) throws(YAMLProblem) -> String {
        let text = try string()
        guard words.contains(text) else {
            throw .unknown("word", text, among: words, at: mark)
        }
        return text
    }
}
