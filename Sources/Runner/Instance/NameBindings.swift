import HAPModel

/// What the names of an instance stand for.
struct NameBindings {
    private(set) var values: [String: JSON] = [:]

    /// Gives the name a meaning; the members of a mapping can be named too: `row.value`.
    ///
    /// - Returns: what was bound, for the journal.
    @discardableResult
    mutating func bind(_ name: String, _ value: JSON) -> JSONObject {
        var bound = JSONObject(members: [.init(key: name, value: value)])
        if let object = value.objectValue {
            for member in object.members {
                bound.members.append(.init(key: "\(name).\(member.key)", value: member.value))
            }
        }
        for member in bound.members { values[member.key] = member.value }
        return bound
    }

    /// Whether the name has a meaning.
    func knows(_ name: String) -> Bool { values[name] != nil }
}
