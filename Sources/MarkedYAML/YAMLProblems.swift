/// The errors in an author's text, collected so that the author sees all of them at once.
package struct YAMLProblems: Error, Hashable, CustomStringConvertible {
    package private(set) var problems: [YAMLProblem] = []

    package init() {}

    /// One line for each error, in the order of the text: `file:line:column: message`.
    package var description: String {
        let ordered = problems.sorted { ($0.mark.line, $0.mark.column) < ($1.mark.line, $1.mark.column) }
        return ordered.map(\.description).joined(separator: "\n")
    }

    package mutating func note(_ problem: YAMLProblem) { problems.append(problem) }

    /// What `body` reads; `nil` if it notes or throws an error instead.
    package mutating func attempt<Value>(_ body: (inout YAMLProblems) throws(YAMLProblem) -> Value) -> Value? {
        do throws(YAMLProblem) {
            return try body(&self)
        } catch {
            note(error)
            return nil
        }
    }

    /// What `body` reads from the value of a key; `nil` without the key, or if the value is wrong.
    package mutating func read<Value>(
        _ node: YAMLNode?,
        _ body: (YAMLNode) throws(YAMLProblem) -> Value
    ) -> Value? {
        guard let node else { return nil }
        return attempt { _ throws(YAMLProblem) in try body(node) }
    }

    /// The node as a mapping with only these keys: of others, each is an error, and the known ones are read nevertheless.
    package mutating func mapping(_ node: YAMLNode, allowing keys: [String]) -> YAMLMapping? {
        guard let mapping = read(node, { node throws(YAMLProblem) in try node.mapping() }) else { return nil }
        for entry in mapping.entries where !keys.contains(entry.key) {
            note(.unknown("key", entry.key, among: keys, at: entry.keyMark))
        }
        return mapping
    }

    /// What `body` reads from each element of a list; an element that is wrong is left out.
    package mutating func elements<Value>(
        _ node: YAMLNode?,
        _ body: (YAMLNode, inout YAMLProblems) -> Value?
    ) -> [Value] {
        let elements = read(node) { node throws(YAMLProblem) in try node.list() } ?? []
        return elements.compactMap { body($0, &self) }
    }

    /// - Throws: the errors, if there are any.
    package func check() throws(YAMLProblems) {
        if !problems.isEmpty { throw self }
    }
}
