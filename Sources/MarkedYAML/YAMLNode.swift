/// A YAML value with its position.
///
/// Plain scalars have the meaning of the YAML 1.2 core schema: `on` is text, `12:30` is text, `017` is seventeen.
/// Infinities and NaN are text, because JSON cannot express them.
package struct YAMLNode: Sendable, Hashable {
    /// The three kinds of value.
    package indirect enum Kind: Sendable, Hashable {
        /// A scalar as written; `isPlain` if it has no quotes.
        case scalar(text: String, isPlain: Bool)
        case sequence([YAMLNode])
        /// Keys are unique.
        case mapping([Entry])
    }

    /// A key of a mapping with its value.
    package struct Entry: Sendable, Hashable {
        package var key: String
        package var keyMark: SourceMark
        package var value: YAMLNode

        package init(key: String, keyMark: SourceMark, value: YAMLNode) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    package var kind: Kind
    package var mark: SourceMark

    package init(kind: Kind, mark: SourceMark) {
        self.kind = kind
        self.mark = mark
    }

    /// The meaning of a scalar; `nil` for lists and mappings.
    package var scalar: YAMLScalar? {
        guard case .scalar(let text, let isPlain) = kind else { return nil }
        return isPlain ? YAMLScalar(plain: text) : .string(text)
    }

    /// The scalar's text as written, regardless of its meaning; `nil` for lists and mappings.
    package var text: String? {
        guard case .scalar(let text, _) = kind else { return nil }
        return text
    }

    /// The elements of a list; `nil` for anything else.
    package var elements: [YAMLNode]? {
        guard case .sequence(let elements) = kind else { return nil }
        return elements
    }

    /// The entries of a mapping in order; `nil` for anything else.
    package var entries: [Entry]? {
        guard case .mapping(let entries) = kind else { return nil }
        return entries
    }

    /// The value's kind, for messages.
    package var kindName: String {
        switch kind {
        case .scalar(let text, _): return text.isEmpty ? "nothing" : "`\(text)`"
        case .sequence: return "a list"
        case .mapping: return "a mapping"
        }
    }
}
