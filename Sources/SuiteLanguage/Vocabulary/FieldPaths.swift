import HAPModel
import MarkedYAML

/// A path that no observation can have.
struct UnknownField: Error {
    /// The part of the path that exists: `entry`.
    var place: [String]
    /// The next part, which does not exist there.
    var part: String
    /// The names that exist there.
    var known: [String]

    /// The end of a message: the nearest fields, or what the place holds instead.
    ///
    /// - Parameter observation: the name of the observation with which the path begins in the suite; `nil` without one.
    func hint(in observation: String?) -> String {
        let parent = ((observation.map { [$0] } ?? []) + place).joined(separator: ".")
        guard !known.isEmpty else { return "; `\(parent)` has no fields" }
        let prefix = parent.isEmpty ? "" : parent + "."
        let near = NearNames(known).near(part).map { "`\(prefix)\($0)`" }
        if let question = NearNames.question(near) { return "; \(question)" }
        let all = Set(known).sorted().joined(separator: ", ")
        return parent.isEmpty ? "; expected one of \(all)" : "; `\(parent)` has \(all)"
    }
}

/// Decides which paths the fields of observations can have.
struct FieldPaths {
    private typealias Field = (path: [String], shape: FieldShape)

    private let vocabulary: Vocabulary
    /// The characteristics that the case names.
    private let names: [String]

    init(_ vocabulary: Vocabulary, names: [String]) {
        self.vocabulary = vocabulary
        self.names = names
    }

    /// What the path holds in an observation of one of these kinds.
    ///
    /// - Throws: ``UnknownField`` if none of them can have it.
    func shape(of path: String, _ kinds: [String]) throws(UnknownField) -> FieldShape {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return try walk(parts[...], place: [], fields: kinds.flatMap(fields))
    }

    private func fields(of kind: String) -> [Field] {
        vocabulary.lineage(of: kind).flatMap(\.fields).map { field in
            (field.name.split(separator: ".").map(String.init), field.shape)
        }
    }

    /// Names of fields may have dots, and a field with its own shape may have named members: `entry`, `entry.value`.
    private func walk(
        _ parts: ArraySlice<String>,
        place: [String],
        fields: [Field]
    ) throws(UnknownField) -> FieldShape {
        guard let next = parts.first else { return .any }
        let matches = fields.filter { $0.path.first == next }
        guard !matches.isEmpty else {
            throw UnknownField(place: place, part: next, known: fields.compactMap(\.path.first))
        }
        let own = matches.first { $0.path.count == 1 }?.shape
        let members = matches.filter { $0.path.count > 1 }.map { (path: Array($0.path.dropFirst()), shape: $0.shape) }
        guard parts.count > 1 else { return own ?? .any }
        guard !members.isEmpty else {
            return try walk(parts.dropFirst(), place: place + [next], shape: own ?? .value)
        }
        do throws(UnknownField) {
            return try walk(parts.dropFirst(), place: place + [next], fields: members)
        } catch {
            guard let own, own.hasParts else { throw error }
            return try walk(parts.dropFirst(), place: place + [next], shape: own)
        }
    }

    private func walk(
        _ parts: ArraySlice<String>,
        place: [String],
        shape: FieldShape
    ) throws(UnknownField) -> FieldShape {
        guard let next = parts.first else { return shape }
        let rest = parts.dropFirst()
        let deeper = place + [next]
        switch shape {
        case .any: return .any
        case .value, .type, .name: throw UnknownField(place: place, part: next, known: [])
        case .list(let element):
            guard next == "last" || Int(next).map({ $0 >= 0 }) ?? false else {
                throw UnknownField(place: place, part: next, known: ["0", "1", "last"])
            }
            return try walk(rest, place: deeper, shape: element)
        case .members(let members):
            guard let member = members[next] else {
                throw UnknownField(place: place, part: next, known: Array(members.keys))
            }
            return try walk(rest, place: deeper, shape: member)
        case .each(let domain, let member):
            let known = known(domain)
            guard known.contains(next) else { throw UnknownField(place: place, part: next, known: known) }
            return try walk(rest, place: deeper, shape: member)
        case .like(let name):
            let path = name.split(separator: ".").map(String.init)
            let fields = fields(of: path[0]).filter { $0.path.starts(with: path.dropFirst()) }
                .map { (path: Array($0.path.dropFirst(path.count - 1)), shape: $0.shape) }
            let members = fields.filter { !$0.path.isEmpty }
            guard let own = fields.first(where: \.path.isEmpty)?.shape, members.isEmpty || own.hasParts else {
                return try walk(parts, place: place, fields: members)
            }
            return try walk(parts, place: place, shape: own)
        }
    }

    private func known(_ domain: FieldDomain) -> [String] {
        switch domain {
        case .names: names
        case .items: TLVType.allCases.map(\.name)
        case .controllers: ["alice", "bob", "carol"]
        case .messages: ["M2", "M4", "M6"]
        }
    }
}

extension FieldShape {
    /// Whether paths can follow.
    fileprivate var hasParts: Bool {
        switch self {
        case .value, .type, .name: false
        case .any, .list, .members, .each, .like: true
        }
    }
}
