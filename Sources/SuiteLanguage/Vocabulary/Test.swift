package import HAPModel
package import MarkedYAML

/// A condition over an observation, written as data: `{path: http.status, one-of: [200, 207]}`.
///
/// A path that is `argument`, or starts with `argument.`, refers to the predicate's argument. If it names a part that
/// the argument does not have, the comparison is false.
package indirect enum Test: Sendable, Hashable {
    case all([Test])
    case any([Test])
    case not(Test)
    case compare(path: String, Operator, Operand)

    /// A comparison.
    package enum Operator: String, Sendable, CaseIterable {
        /// An equal value; numbers are compared by value, not by spelling.
        case equals
        /// A different value, or an absent field.
        case differs
        /// One of the listed values.
        case oneOf = "one-of"
        /// None of the listed values.
        case noneOf = "none-of"
        /// The field is present and not null (`true`), or absent or null (`false`).
        case present
        case atLeast = "at-least"
        case atMost = "at-most"
        /// The whole text matches the regular expression.
        case matches
        /// The list or text has this number of elements or characters.
        case length
        /// A list has this element; a text has this part.
        case includes
        /// A list, text or object is present and lacks this element, part or key.
        case excludes
        /// The value is of one of these JSON kinds: null, bool, number, integer, string, array, object, or absent.
        case kind
        /// No element of the list equals another (`true`), or some do.
        case unique

        /// The words of ``kind``.
        package static let kinds = ["null", "bool", "number", "integer", "string", "array", "object", "absent"]
    }

    /// The value to compare a field with.
    package enum Operand: Sendable, Hashable {
        case literal(JSON)
        /// The predicate's argument or a part of it.
        case argument(String)
        /// Another field of the same observation.
        case field(String)
    }

    /// Reads a condition: a mapping, or a list of conditions that must all hold.
    ///
    /// - Throws: ``YAMLProblem`` at the place of the error.
    package init(_ node: YAMLNode) throws(YAMLProblem) {
        if let elements = node.elements {
            self = .all(try Self.list(elements))
            return
        }
        let mapping = try node.mapping()
        if let first = mapping.entries.first, mapping.entries.count == 1 {
            switch first.key {
            case "any-of":
                self = .any(try Self.list(try first.value.list()))
                return
            case "all-of":
                self = .all(try Self.list(try first.value.list()))
                return
            case "not":
                self = .not(try Test(first.value))
                return
            default: break
            }
        }
        let path = try mapping.required("path").string()
        var tests: [Test] = []
        for entry in mapping.entries where entry.key != "path" {
            tests.append(.compare(path: path, try Self.check(entry), Operand(entry.value)))
        }
        guard let first = tests.first else {
            throw YAMLProblem(node.mark, "the condition on `\(path)` has no comparison")
        }
        self = tests.count == 1 ? first : .all(tests)
    }

    /// Checks `operator: operand`.
    ///
    /// - Returns: the operator.
    @discardableResult
    static func check(_ entry: YAMLNode.Entry) throws(YAMLProblem) -> Operator {
        guard let comparison = Operator(rawValue: entry.key) else {
            throw .unknown("operator", entry.key, among: Operator.allCases.map(\.rawValue), at: entry.keyMark)
        }
        if comparison == .matches, (try? Regex(try entry.value.string())) == nil {
            throw YAMLProblem(entry.value.mark, "expected a regular expression, not \(entry.value.kindName)")
        }
        return comparison
    }

    private static func list(_ nodes: [YAMLNode]) throws(YAMLProblem) -> [Test] {
        var tests: [Test] = []
        for node in nodes { tests.append(try Test(node)) }
        return tests
    }
}

extension Test.Operand {
    init(_ node: YAMLNode) {
        if case .scalar(let text, isPlain: true) = node.kind {
            if text == "argument" {
                self = .argument("")
                return
            }
            if text.hasPrefix("argument.") {
                self = .argument(String(text.dropFirst("argument.".count)))
                return
            }
        }
        if let entries = node.entries, entries.count == 1, entries[0].key == "field", let path = entries[0].value.text {
            self = .field(path)
            return
        }
        self = .literal(JSON(node))
    }
}
