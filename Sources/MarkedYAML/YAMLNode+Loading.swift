import Yams

extension YAMLNode {
    /// Reads one YAML document.
    ///
    /// Aliases are resolved, within a limit on the expanded size; keys must be scalars and unique.
    ///
    /// - Parameters:
    ///   - text: the document.
    ///   - file: its name, for messages.
    /// - Throws: ``YAMLProblem`` with line and column.
    package static func load(_ text: String, file: String) throws(YAMLProblem) -> YAMLNode {
        if let node = RegularListReader.read(text, file: file) { return node }
        return try parse(text, file: file)
    }

    /// Reads one YAML document of any form.
    ///
    /// - Throws: ``YAMLProblem`` with line and column.
    package static func parse(_ text: String, file: String) throws(YAMLProblem) -> YAMLNode {
        let start = SourceMark(file: file, line: 1, column: 1)
        let root: Node?
        do {
            // ``YAMLScalar`` decides what a scalar means; Yams would match six expressions against every key.
            root = try Yams.compose(yaml: text, .basic)
        } catch let error as YamlError {
            throw problem(error, in: text, start)
        } catch {
            throw YAMLProblem(start, "\(error)")
        }
        guard let root else { throw YAMLProblem(start, "the file is empty") }
        var budget = largestCount
        return try convert(root, parent: start, budget: &budget)
    }

    /// The largest number of values in a text, with aliases expanded.
    private static let largestCount = 200_000

    /// The position after so many characters of the text.
    private static func mark(after offset: Int, in text: String, _ start: SourceMark) -> SourceMark {
        let before = text.prefix(offset).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let column = (before.last?.unicodeScalars.count ?? 0) + 1
        return SourceMark(file: start.file, line: max(1, before.count), column: column)
    }

    private static func problem(_ error: YamlError, in text: String, _ start: SourceMark) -> YAMLProblem {
        func at(_ mark: Mark?) -> SourceMark {
            mark.map { SourceMark(file: start.file, line: $0.line, column: $0.column) } ?? start
        }
        switch error {
        case .parser(let context?, let problem, _, _)
        where ["while parsing a flow sequence", "while parsing a flow mapping"].contains(context.text):
            // The parser notices a missing bracket at what follows, which may be many lines below.
            let open = context.text.hasSuffix("sequence") ? "[" : "{"
            return YAMLProblem(at(context.mark), "the `\(open)` here is not closed, or a comma is missing: \(problem)")
        case .composer(_, let problem, let mark, _) where problem.contains("another document"):
            return YAMLProblem(at(mark), "a second document begins here; the file must contain one only")
        case .parser(_, let problem, let mark, _) where problem.contains("nesting level"):
            return YAMLProblem(at(mark), "values are nested too deeply here")
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return YAMLProblem(at(mark), problem)
        case .reader(let problem, let offset, _, _):
            return YAMLProblem(offset.map { mark(after: $0, in: text, start) } ?? start, problem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            let keys = duplicates.map { "`\($0)`" }.joined(separator: ", ")
            let mapping = at(context.mark)
            let mark = duplicates.first.flatMap { again($0, in: text, mapping) } ?? mapping
            return YAMLProblem(mark, "duplicate key \(keys) in the mapping")
        default:
            return YAMLProblem(start, "\(error)")
        }
    }

    /// The place of the second line of a mapping that begins with the key; `nil` for a mapping in braces.
    ///
    /// - Parameter mapping: the place of the mapping, which is that of its first key.
    private static func again(_ key: String, in text: String, _ mapping: SourceMark) -> SourceMark? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        // A line with fewer blanks in front ends the mapping.
        let end = lines.indices.first { index in
            let text = lines[index].drop { $0 == " " }
            return index >= mapping.line && !text.isEmpty && text.first != "#"
                && lines[index].count - text.count < mapping.column - 1
        }
        let places = lines.indices.prefix(end ?? lines.count).filter { index in
            let beginsMapping = index + 1 == mapping.line
            let line = lines[index].dropFirst(mapping.column - 1)
            guard index + 1 >= mapping.line, ["\(key):", "\"\(key)\":", "'\(key)':"].contains(where: line.hasPrefix)
            else {
                return false
            }
            return beginsMapping || lines[index].prefix(mapping.column - 1).allSatisfy { $0 == " " }
        }
        guard places.count > 1 else { return nil }
        return SourceMark(file: mapping.file, line: places[1] + 1, column: mapping.column)
    }

    private static func convert(
        _ node: Node,
        parent: SourceMark,
        budget: inout Int
    ) throws(YAMLProblem) -> YAMLNode {
        let mark = node.mark.map { SourceMark(file: parent.file, line: $0.line, column: $0.column) } ?? parent
        budget -= 1
        guard budget > 0 else { throw YAMLProblem(mark, "the text expands to more than \(largestCount) values") }
        switch node {
        case .scalar(let scalar):
            return YAMLNode(kind: .scalar(text: scalar.string, isPlain: scalar.style == .plain), mark: mark)
        case .sequence(let sequence):
            var elements: [YAMLNode] = []
            for element in sequence { elements.append(try convert(element, parent: mark, budget: &budget)) }
            return YAMLNode(kind: .sequence(elements), mark: mark)
        case .mapping(let mapping):
            var entries: [Entry] = []
            for (key, value) in mapping {
                let keyNode = try convert(key, parent: mark, budget: &budget)
                guard let name = keyNode.text else { throw YAMLProblem(keyNode.mark, "a key must be text") }
                let value = try convert(value, parent: keyNode.mark, budget: &budget)
                entries.append(Entry(key: name, keyMark: keyNode.mark, value: value))
            }
            return YAMLNode(kind: .mapping(entries), mark: mark)
        case .alias:
            throw YAMLProblem(mark, "the alias has no anchor")
        }
    }
}
