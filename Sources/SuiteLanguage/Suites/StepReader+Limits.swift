import HAPModel
import MarkedYAML

extension StepReader {
    /// Checks that the parameter accepts the words and numbers, including those of rows.
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

    /// The keys from the row to the value of the name; `nil` if the name is not part of a row.
    static func path(inRow name: String) -> ArraySlice<Substring>? {
        let parts = name.split(separator: ".")
        return parts.first == "row" ? parts.dropFirst() : nil
    }

    private func check(_ value: JSON, at node: YAMLNode, of parameter: Verb.Parameter) throws(YAMLProblem) {
        if let word = value.stringValue, parameter.words.contains(word) { return }
        if !parameter.choices.isEmpty {
            let word = value.stringValue ?? value.serialized()
            guard parameter.choices.contains(word) else {
                throw .unknown("`\(parameter.name)`", word, among: parameter.choices, at: node.mark)
            }
        }
        if parameter.type == .setupCode, value.stringValue.flatMap(SetupCode.init) == nil {
            let word = value.stringValue ?? value.serialized()
            let hint = NearNames(parameter.words).hint(for: word, then: "or write \(ParameterType.setupCode.wanted)")
            throw YAMLProblem(node.mark, "`\(word)` is not a setup code\(hint)")
        }
        guard parameter.type == .number || parameter.type == .numbers else { return }
        try checkNumber(value, in: parameter.range, for: parameter.name, at: node)
    }

    /// Checks that a number is whole and in the range.
    private func checkNumber(
        _ value: JSON,
        in range: ClosedRange<Int64>,
        for name: String,
        at node: YAMLNode
    ) throws(YAMLProblem) {
        guard value.int64Value.map(range.contains) ?? false else {
            throw YAMLProblem(
                node.mark,
                "`\(name)` needs a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(value.serialized())"
            )
        }
    }

    // MARK: Bytes

    /// The maximum of random bytes, and of repetitions of a part.
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
                    "expected text, `{repeat: part, times: number}` or `{random: number}` as a part of bytes"
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

    /// The changes of the form `{change: amount}`.
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
                    throw YAMLProblem(written.value.mark, "unknown change; expected one of \(known), with its amount")
                }
                guard case .literal(let value) = changes[0].value, let place = written.value.entries?.first else {
                    continue
                }
                let range: ClosedRange<Int64> = ["truncate", "flip-bit"].contains(place.key) ? 0...65_535 : 0...255
                if value.stringValue == nil || range.upperBound > 255 {
                    try checkNumber(value, in: range, for: place.key, at: place.value)
                }
            case .literal(.bool), .literal(.null):
                throw YAMLProblem(written.value.mark, "`\(point.key)` has no change; expected a word, bytes or text")
            case .literal, .list, .reference: continue
            }
        }
    }

    // MARK: Fields

    /// Checks the operand of a field. A comparison that is always or never true is a mistake.
    func checkOperand(
        _ comparison: Test.Operator,
        _ node: YAMLNode,
        _ argument: Argument
    ) throws(YAMLProblem) {
        if case .list(let elements) = argument, elements.isEmpty, comparison != .equals, comparison != .differs {
            throw YAMLProblem(node.mark, "`\(comparison.rawValue)` needs at least one value; the list is empty")
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
        throw YAMLProblem(node.mark, "`\(comparison.rawValue)` needs \(wanted), not \(node.kindName)")
    }

    /// Rejects a test for the presence of a field that is always present.
    func checkPresence(_ entry: YAMLNode.Entry, kinds: [String]) throws(YAMLProblem) {
        guard let operators = entry.value.entries, operators.count == 1, operators[0].key == "present",
            vocabulary.isAlwaysThere(entry.key, kinds)
        else { return }
        throw YAMLProblem(entry.keyMark, "`\(entry.key)` is always present, so this test proves nothing")
    }

    /// Checks the types with which a field that holds types is compared. Such a field holds codes, never words.
    func checkTypes(_ node: YAMLNode, _ shape: FieldShape) throws(YAMLProblem) {
        let kind: TypeNames.Kind
        switch shape {
        case .type(let own), .list(.type(let own)): kind = own
        default: return
        }
        for (comparison, operand) in Self.operands(node) where Self.comparesValues(comparison) {
            for element in operand.listOrOne {
                guard let text = element.text, element.scalar != .null, !scope.knows(text) else { continue }
                guard case .string = element.scalar else {
                    throw YAMLProblem(element.mark, "the code of a type is text; write \"\(text)\" in quotes")
                }
                try loader.names?.checkCode(kind, text, at: element.mark)
            }
        }
    }

    /// Checks the names with which a field that holds names is compared.
    func checkNames(_ node: YAMLNode, _ shape: FieldShape) throws(YAMLProblem) {
        let names: [String]
        switch shape {
        case .name(let own), .list(.name(let own)): names = own.all
        default: return
        }
        for (comparison, operand) in Self.operands(node) where Self.comparesValues(comparison) {
            for element in operand.listOrOne {
                // A path to another observation has dots.
                guard let text = element.text, element.scalar != .null, !text.contains("."), !scope.knows(text) else {
                    continue
                }
                guard !names.contains(text) else { continue }
                throw .unknown("name", text, among: names, at: element.mark)
            }
        }
    }

    private static func operands(_ node: YAMLNode) -> [(Test.Operator, YAMLNode)] {
        guard let entries = node.entries else { return [(.equals, node)] }
        return entries.compactMap { entry in Test.Operator(rawValue: entry.key).map { ($0, entry.value) } }
    }

    private static func comparesValues(_ comparison: Test.Operator) -> Bool {
        [.equals, .differs, .oneOf, .noneOf, .includes, .excludes].contains(comparison)
    }
}
