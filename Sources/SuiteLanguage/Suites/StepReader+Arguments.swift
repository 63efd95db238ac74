import HAPModel
import MarkedYAML

extension StepReader {
    /// Reads a verb's arguments: a mapping, or the single argument of its shorthand.
    ///
    /// - Returns: the arguments without `on`, which names the step's connection in either place.
    mutating func readArguments(
        _ node: YAMLNode,
        beside others: [YAMLNode.Entry],
        of verb: Verb
    ) throws(YAMLProblem) -> (arguments: [Argument.Entry], connection: YAMLNode?) {
        var entries = try spelledOut(node, of: verb)
        for other in others {
            guard !entries.contains(where: { $0.key == other.key }) else {
                throw YAMLProblem(other.keyMark, "duplicate key `\(other.key)`")
            }
            entries.append(other)
        }
        let connection = entries.first { $0.key == "on" }?.value
        entries.removeAll { $0.key == "on" }
        var arguments: [Argument.Entry] = []
        for entry in entries {
            if let parameter = verb.parameter(entry.key) {
                try checkReach(of: "`\(entry.key)` of `\(verb.name)`", parameter.over, at: entry.keyMark) {
                    verb.parameters.filter { $0.over.covers(transports) }.map(\.name)
                }
                let isWord = entry.value.text.map(parameter.words.contains) ?? false
                let value: Argument
                if isWord {
                    value = .literal(JSON(entry.value))
                } else if parameter.type == .requests {
                    value = try readRequests(entry.value, of: verb, for: entry.key)
                } else {
                    value = try readArgument(entry.value, as: parameter.type, for: entry.key)
                }
                try checkPoints(entry.value, value, of: parameter)
                try checkLimits(entry.value, value, of: parameter)
                if parameter.type == .alterations { try checkAlterations(entry.value, value) }
                if parameter.type == .bytes { try checkParts(entry.value, value) }
                arguments.append(Argument.Entry(key: entry.key, value: value))
                continue
            }
            guard verb.namesCharacteristics else {
                throw YAMLProblem(
                    entry.keyMark,
                    "unknown parameter `\(entry.key)` of `\(verb.name)`"
                        + NearNames(verb.parameters.map(\.name)).hint(for: entry.key)
                )
            }
            guard scope.use(entry.key) || SuiteWord.isIdentifier(entry.key) else {
                throw YAMLProblem(
                    entry.keyMark,
                    "unknown key `\(entry.key)`; expected a parameter of `\(verb.name)` or a characteristic in scope"
                        + nearNames(to: entry.key)
                )
            }
            arguments.append(Argument.Entry(key: entry.key, value: try readWritten(entry)))
        }
        for parameter in verb.parameters where parameter.isRequired {
            guard arguments.contains(where: { $0.key == parameter.name }) else {
                throw YAMLProblem(node.mark, "`\(verb.name)` needs `\(parameter.name)`: \(parameter.meaning)")
            }
        }
        if verb.namesCharacteristics, arguments.allSatisfy({ verb.parameter($0.key) != nil }) {
            throw YAMLProblem(node.mark, "`\(verb.name)` needs at least one characteristic")
        }
        return (arguments, connection)
    }

    private func spelledOut(_ node: YAMLNode, of verb: Verb) throws(YAMLProblem) -> [YAMLNode.Entry] {
        if let entries = node.entries { return entries }
        if case .null = node.scalar { return [] }
        guard let shorthand = verb.shorthand else {
            let names = verb.parameters.map(\.name) + (verb.namesCharacteristics ? ["characteristics"] : [])
            let taken = names.isEmpty ? "no arguments; write {}" : "a mapping of \(names.joined(separator: ", "))"
            throw YAMLProblem(node.mark, "`\(verb.name)` takes \(taken)")
        }
        return [YAMLNode.Entry(key: shorthand, keyMark: node.mark, value: node)]
    }

    /// Reads an argument of a type. A plain word that is a name in scope is valid for every type.
    mutating func readArgument(
        _ node: YAMLNode,
        as type: ParameterType,
        for name: String
    ) throws(YAMLProblem) -> Argument {
        if let reference = try readReference(node) {
            if type == .outcome { try checkOutcomes(inRowsOf: reference, at: node) }
            return reference
        }
        let isRight: Bool
        switch type {
        case .value: return try readValue(node, for: name)
        case .json, .requests: return try readTree(node)
        case .bytes where node.text == nil: return try readTree(node, withWords: false)
        case .fields: return try readFields(node, kinds: [])
        case .budget: return try readBudget(node, for: name)
        case .alterations, .headers:
            guard let entries = node.entries else { throw mismatch(node, type, name) }
            var map: [Argument.Entry] = []
            for entry in entries {
                map.append(Argument.Entry(key: entry.key, value: try readTree(entry.value, withWords: false)))
            }
            return .map(map)
        case .words: return try readList(node, of: .word, name)
        case .numbers: return try readList(node, of: .number, name)
        case .stages: return try readList(node, of: .stage, name)
        case .characteristics: return try readList(node, of: .characteristic, name)
        case .bool: isRight = (try? node.bool()) != nil
        case .number: isRight = (try? node.integer()) != nil
        case .duration: isRight = node.text.map { Duration(suite: $0) != nil } ?? false
        case .rate: isRight = node.text.map { Rate(suite: $0) != nil } ?? false
        case .stage: isRight = node.text.map(ParameterType.stageNames.contains) ?? false
        case .characteristic: isRight = node.text.map(SuiteWord.isIdentifier) ?? false
        case .status: return .literal(.string(try readStatus(node)))
        case .items: return try readList(node, of: .item, name)
        case .item: return .literal(.string(try readItem(node)))
        case .outcome:
            return .literal(.string(try readOutcome(node)))
        case .word, .setupCode, .bytes, .connection:
            isRight = node.text?.isEmpty == false || node.kind == .scalar(text: "", isPlain: false)
            usePlaceholders(node.text ?? "")
        }
        guard isRight, let text = node.text else { throw mismatch(node, type, name) }
        // A word such as 017 or 1.10 is text, not a number.
        return .literal(type == .bool || type == .number ? JSON(node) : .string(text))
    }

    /// Reads the follow-up requests of `verb`, with its parameters.
    private mutating func readRequests(
        _ node: YAMLNode,
        of verb: Verb,
        for name: String
    ) throws(YAMLProblem) -> Argument {
        guard let elements = node.elements else { throw mismatch(node, .requests, name) }
        guard !elements.isEmpty else { throw YAMLProblem(node.mark, "the list of `\(name)` is empty") }
        var requests: [Argument] = []
        for element in elements {
            for entry in element.entries ?? [] where !ParameterType.requestKeys.contains(entry.key) {
                throw YAMLProblem(
                    entry.keyMark,
                    "unknown key `\(entry.key)` in a request of `\(name)`"
                        + NearNames(ParameterType.requestKeys).hint(for: entry.key)
                )
            }
            requests.append(.map(try readArguments(element, beside: [], of: verb).arguments))
        }
        return .list(requests)
    }

    /// The names in scope that are nearest to an unknown one: `; did you mean `it`?`.
    private func nearNames(to text: String) -> String {
        let near = NearNames(scope.names).near(text)
        return NearNames.question(near.map { "`\($0)`" }).map { "; \($0)" } ?? ""
    }

    private func mismatch(_ node: YAMLNode, _ type: ParameterType, _ name: String) -> YAMLProblem {
        let hint = type == .characteristic ? nearNames(to: node.text ?? "") : ""
        return YAMLProblem(node.mark, "`\(name)` needs \(type.wanted), not \(node.kindName)\(hint)")
    }

    private mutating func readList(
        _ node: YAMLNode,
        of type: ParameterType,
        _ name: String
    ) throws(YAMLProblem) -> Argument {
        guard let elements = node.elements else { return try readArgument(node, as: type, for: name) }
        guard !elements.isEmpty else { throw YAMLProblem(node.mark, "the list of `\(name)` is empty") }
        var list: [Argument] = []
        for element in elements { list.append(try readArgument(element, as: type, for: name)) }
        return .list(list)
    }

    /// Marks the names in braces as used.
    private mutating func usePlaceholders(_ text: String) {
        for name in SuiteWord.placeholders(in: text) { _ = scope.use(name) }
    }

    /// Reads a plain word that is a name in scope, or a part of what it stands for.
    private mutating func readReference(_ node: YAMLNode) throws(YAMLProblem) -> Argument? {
        guard case .scalar(let text, isPlain: true) = node.kind else { return nil }
        let base = text.split(separator: ".", maxSplits: 1).first.map(String.init) ?? text
        guard scope.use(base) else {
            if base == "row" { throw YAMLProblem(node.mark, "`\(text)` has no value, because the case has no rows") }
            return nil
        }
        try checkPart(text, of: base, at: node.mark)
        return .reference(text)
    }

    // MARK: Values

    /// Reads a value. An unknown plain word is a mistake, not a text.
    private mutating func readValue(_ node: YAMLNode, for name: String) throws(YAMLProblem) -> Argument {
        guard case .scalar(let text, isPlain: true) = node.kind, case .string = node.scalar, !text.hasPrefix("0x")
        else {
            return try readTree(node)
        }
        guard let word = vocabulary.value(text) else {
            let known = vocabulary.values.filter { !$0.isBoundary }.map(\.name).joined(separator: ", ")
            throw YAMLProblem(
                node.mark,
                "unknown word `\(text)`; expected a name in scope, text in quotes, or one of \(known)"
            )
        }
        guard !word.isBoundary else {
            throw YAMLProblem(
                node.mark,
                "`\(text)` makes rows; write `rows: {boundary: [\(text)]}` in the case, and `row` here"
            )
        }
        return try readWord(word, node)
    }

    private func readWord(_ word: ValueWord, _ node: YAMLNode) throws(YAMLProblem) -> Argument {
        guard !characteristics.isEmpty else {
            throw YAMLProblem(
                node.mark,
                "the value `\(word.name)` depends on a characteristic, and the step names none; add `each` or `one` to the case"
            )
        }
        guard characteristics.count == 1 else {
            throw YAMLProblem(
                node.mark,
                "the case names several characteristics, each with its own `\(word.name)`; write "
                    + Spoken.words(characteristics.map { "`\($0).\(word.name)`" }, joining: "or")
            )
        }
        return .reference(word.name)
    }

    /// Reads the value to write to a characteristic. A value word stands for a value of that characteristic.
    private mutating func readWritten(_ entry: YAMLNode.Entry) throws(YAMLProblem) -> Argument {
        guard characteristics.count > 1, characteristics.contains(entry.key),
            case .scalar(let text, isPlain: true) = entry.value.kind, let word = vocabulary.value(text),
            !word.isBoundary
        else { return try readArgument(entry.value, as: .value, for: entry.key) }
        return .reference("\(entry.key).\(word.name)")
    }

    /// Reads any value, in which single words that are names in scope or value words are replaced.
    mutating func readTree(_ node: YAMLNode, withWords: Bool = true) throws(YAMLProblem) -> Argument {
        switch node.kind {
        case .scalar(let text, let isPlain):
            if let reference = try readReference(node) { return reference }
            if isPlain, withWords, let word = vocabulary.value(text), !word.isBoundary {
                return try readWord(word, node)
            }
            if isPlain { try checkText(text, at: node.mark) }
            return .literal(JSON(node))
        case .sequence(let elements):
            var list: [Argument] = []
            for element in elements { list.append(try readTree(element, withWords: withWords)) }
            return .list(list)
        case .mapping(let entries):
            var map: [Argument.Entry] = []
            for entry in entries {
                _ = scope.use(entry.key)
                map.append(Argument.Entry(key: entry.key, value: try readTree(entry.value, withWords: withWords)))
            }
            return .map(map)
        }
    }
}
