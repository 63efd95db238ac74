package import HAPModel

/// An argument in a suite: a literal, or a name that the runner replaces.
///
/// A plain word that names something in scope (`row`, `it`, `v1`, a captured frame) is a reference; a word in quotes is
/// always text.
package indirect enum Argument: Sendable, Hashable {
    case literal(JSON)
    case reference(String)
    case list([Argument])
    case map([Entry])

    package struct Entry: Sendable, Hashable {
        package var key: String
        package var value: Argument
    }

    /// The argument under a key of a map.
    package subscript(key: String) -> Argument? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The text of a literal or the name of a reference.
    package var word: String? {
        switch self {
        case .literal(let value): return value.stringValue
        case .reference(let name): return name
        case .list, .map: return nil
        }
    }

    /// Every name that the argument refers to, keys of maps among them.
    package var references: Set<String> {
        switch self {
        case .literal: return []
        case .reference(let name): return [name]
        case .list(let elements): return elements.reduce(into: []) { $0.formUnion($1.references) }
        case .map(let entries):
            return entries.reduce(into: []) { names, entry in
                names.insert(entry.key)
                names.formUnion(entry.value.references)
            }
        }
    }

    /// The argument with every reference that `scope` knows replaced, keys of maps among them.
    package func resolved(_ scope: [String: JSON]) -> Argument {
        switch self {
        case .literal: return self
        case .reference(let name): return scope[name].map(Argument.literal) ?? self
        case .list(let elements): return .list(elements.map { $0.resolved(scope) })
        case .map(let entries):
            return .map(
                entries.map { entry in
                    Entry(key: scope[entry.key]?.stringValue ?? entry.key, value: entry.value.resolved(scope))
                }
            )
        }
    }

    /// The names that the argument refers to and that `scope` does not have.
    package func missing(in scope: [String: JSON]) -> [String] {
        switch self {
        case .literal: return []
        case .reference(let name): return scope[name] == nil ? [name] : []
        case .list(let elements): return elements.flatMap { $0.missing(in: scope) }
        case .map(let entries): return entries.flatMap { $0.value.missing(in: scope) }
        }
    }

    /// The argument as plain JSON; references that were not replaced become their names.
    package var json: JSON {
        switch self {
        case .literal(let value): return value
        case .reference(let name): return .string(name)
        case .list(let elements): return .array(elements.map(\.json))
        case .map(let entries):
            var object = JSONObject()
            for entry in entries { object.members.append(.init(key: entry.key, value: entry.value.json)) }
            return .object(object)
        }
    }
}
