/// A value whose parts are read by paths of keys and list positions: `entries.0.status`, `stages.M2.items`.
///
/// Keys may contain dots (`facts.srp.form.A`): the longest key that leads to a value counts. `last` is the last position of
/// a list.
package protocol PathReadable {
    /// The value at the path; `nil` if there is none. The empty path is the whole value.
    func value(at path: Substring) -> JSON?
}

extension PathReadable {
    /// The value at the path; `nil` if there is none.
    package func value(at path: String) -> JSON? { value(at: path[...]) }
}

extension JSON: PathReadable {
    package func value(at path: Substring) -> JSON? {
        if path.isEmpty { return self }
        switch self {
        case .object(let object):
            var key = path
            while true {
                if let next = object[String(key)], let found = next.value(at: path[key.endIndex...].dropFirst()) {
                    return found
                }
                guard let dot = key.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
                key = path[..<dot]
            }
        case .array(let elements):
            let position = JSONPosition(path)
            return position.index(among: elements.count).flatMap { elements[$0].value(at: position.rest) }
        default: return nil
        }
    }
}

/// The first part of a path, as a position in a list.
struct JSONPosition {
    private let first: Substring
    /// The path from there.
    let rest: Substring

    init(_ path: Substring) {
        first = path.prefix { $0 != "." }
        rest = path[first.endIndex...].dropFirst()
    }

    /// The position in a list of this length; `nil` if it has no such position.
    func index(among count: Int) -> Int? {
        guard let index = first == "last" ? count - 1 : Int(first), index >= 0, index < count else { return nil }
        return index
    }
}
