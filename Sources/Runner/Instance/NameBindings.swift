import HAPModel

/// The values of an instance's names.
struct NameBindings {
    private(set) var values: [String: JSON] = [:]

    /// Binds the name to a value. The members of a mapping get names, too: `row.value`.
    ///
    /// - Returns: the new bindings, for the journal.
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

    /// Whether the name has a value.
    func knows(_ name: String) -> Bool { values[name] != nil }
}
