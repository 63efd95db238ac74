import HAPModel
import MarkedYAML

extension StepReader {
    /// Checks that words and numbers are among those that the parameter takes, also where they stand in rows.
    func checkLimits(_ node: YAMLNode, _ argument: Argument, of parameter: Verb.Parameter) throws(YAMLProblem) {
        switch argument {
        case .literal(let value): try check(value, at: node, of: parameter)
        case .list(let elements):
            for (element, inner) in zip(node.elements ?? [], elements) {
                try checkLimits(element, inner, of: parameter)
            }
        case .map: return
        case .reference(let name):
            guard case .listed(let rows) = rows, let keys = Self.path(inRow: name) else { return }
            for row in rows {
                let value = keys.reduce(row.value as JSON?) { $0?[String($1)] }
                for value in value?.arrayValue ?? value.map({ [$0] }) ?? [] {
                    try check(value, at: node, of: parameter)
                }
            }
        }
    }

    /// The keys that lead from the row to what the name stands for; `nil` if it is something else.
    static func path(inRow name: String) -> ArraySlice<Substring>? {
        let parts = name.split(separator: ".")
        return parts.first == "row" ? parts.dropFirst() : nil
    }

    private func check(_ value: JSON, at node: YAMLNode, of parameter: Verb.Parameter) throws(YAMLProblem) {
        if let word = value.stringValue, parameter.words.contains(word) { return }
        if !parameter.choices.isEmpty {
            let word = value.stringValue ?? value.serialized()
            guard parameter.choices.contains(word) else {
                let known = parameter.choices.joined(separator: ", ")
                throw YAMLProblem(node.mark, "`\(parameter.name)` takes one of \(known), not `\(word)`")
            }
        }
        guard parameter.type == .number || parameter.type == .numbers else { return }
        try checkNumber(value, in: parameter.range, for: parameter.name, at: node)
    }

    /// Checks that a number is whole and lies in the range.
    private func checkNumber(
        _ value: JSON,
        in range: ClosedRange<Int64>,
        for name: String,
        at node: YAMLNode
    ) throws(YAMLProblem) {
        guard value.int64Value.map(range.contains) ?? false else {
            throw YAMLProblem(
                node.mark,
                "`\(name)` takes whole numbers from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(value.serialized())"
            )
        }
    }

    // MARK: Bytes

    /// The most bytes that chance makes, and the most repetitions of a part.
    private static let mostOfOnePart: Int64 = 1 << 20

    /// Checks the parts of a body: text, digits, lists, `{repeat: part, times: number}` and `{random: number}`.
    func checkParts(_ node: YAMLNode, _ argument: Argument) throws(YAMLProblem) {
        switch argument {
        case .literal, .reference: return
        case .list(let parts):
            for (element, part) in zip(node.elements ?? [], parts) { try checkParts(element, part) }
        case .map(let entries):
            guard [["random"], ["repeat", "times"]].contains(entries.map(\.key).sorted()) else {
                throw YAMLProblem(
                    node.mark,
                    "a part of bytes is text, `{repeat: part, times: number}` or `{random: number}`"
                )
            }
            for (entry, written) in zip(entries, node.entries ?? []) {
                guard entry.key != "repeat" else {
                    try checkParts(written.value, entry.value)
                    continue
                }
                guard case .literal(let value) = entry.value else { continue }
                let least: Int64 = entry.key == "times" ? 1 : 0
                try checkNumber(value, in: least...Self.mostOfOnePart, for: entry.key, at: written.value)
            }
        }
    }

    // MARK: Alterations

    /// The changes that are written as `{change: amount}`.
    private static let changes = ["truncate", "flip-bit", "append", "prepend", "text", "set"]

    /// Checks the changes of alterations: a word or text, a byte, an order of names, or one `{change: amount}`.
    func checkAlterations(_ node: YAMLNode, _ argument: Argument) throws(YAMLProblem) {
        guard case .map(let points) = argument else { return }
        for (point, written) in zip(points, node.entries ?? []) {
            switch point.value {
            case .literal(.number(let number)):
                try checkNumber(.number(number), in: 0...255, for: point.key, at: written.value)
            case .map(let changes):
                guard changes.count == 1, Self.changes.contains(changes[0].key) else {
                    let known = Self.changes.joined(separator: ", ")
                    throw YAMLProblem(written.value.mark, "a change is one of \(known), each with its amount")
                }
                guard case .literal(let value) = changes[0].value, let place = written.value.entries?.first else {
                    continue
                }
                let range: ClosedRange<Int64> = ["truncate", "flip-bit"].contains(place.key) ? 0...65_535 : 0...255
                if value.stringValue == nil || range.upperBound > 255 {
                    try checkNumber(value, in: range, for: place.key, at: place.value)
                }
            case .literal(.bool), .literal(.null):
                throw YAMLProblem(written.value.mark, "`\(point.key)` is changed to a word, bytes or text, not nothing")
            case .literal, .list, .reference: continue
            }
        }
    }

    // MARK: Fields

    /// Checks what a field is compared with: a comparison that always or never holds is a slip of the pen.
    func checkOperand(
        _ comparison: Test.Operator,
        _ node: YAMLNode,
        _ argument: Argument
    ) throws(YAMLProblem) {
        if case .list(let elements) = argument, elements.isEmpty, comparison != .equals, comparison != .differs {
            throw YAMLProblem(node.mark, "`\(comparison.rawValue)` has nothing to compare with: the list is empty")
        }
        guard case .literal(let value) = argument else { return }
        let wanted: String
        switch comparison {
        case .present, .unique:
            if value.boolValue != nil { return }
            wanted = "true or false"
        case .length:
            if let count = value.int64Value, count >= 0 { return }
            wanted = "a whole number from 0"
        case .atLeast, .atMost:
            if value.numberValue != nil { return }
            if let text = value.stringValue, Duration(suite: text) != nil || Rate(suite: text) != nil { return }
            wanted = "a number, a time or a rate"
        case .kind:
            if value.stringValue.map(Test.Operator.kinds.contains) ?? false { return }
            wanted = Test.Operator.kinds.joined(separator: ", ")
        case .equals, .differs, .oneOf, .noneOf, .matches, .includes, .excludes: return
        }
        throw YAMLProblem(node.mark, "`\(comparison.rawValue)` takes \(wanted), not \(node.kindName)")
    }

    /// Checks that the field is not asked for its presence alone though it is always there.
    func checkPresence(_ entry: YAMLNode.Entry, kinds: [String]) throws(YAMLProblem) {
        guard let operators = entry.value.entries, operators.count == 1, operators[0].key == "present",
            vocabulary.isAlwaysThere(entry.key, kinds)
        else { return }
        throw YAMLProblem(entry.keyMark, "`\(entry.key)` is always there: whether it is proves nothing")
    }
}
