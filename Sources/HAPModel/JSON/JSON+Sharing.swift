extension JSON {
    /// The same value, in the memory of another one wherever both are equal. A run reads an attribute database of megabytes many
    /// times, and keeps each.
    package func sharing(with known: JSON) -> JSON {
        if self == known { return known }
        switch (self, known) {
        case (.array(let elements), .array(let others)):
            return .array(
                elements.enumerated().map { index, element in
                    others.indices.contains(index) ? element.sharing(with: others[index]) : element
                }
            )
        case (.object(let object), .object(let other)):
            let members = object.members.enumerated().map { index, member in
                // Members keep their order from one answer to the next.
                guard other.members.indices.contains(index), other.members[index].key == member.key else {
                    return member
                }
                return JSONObject.Member(key: member.key, value: member.value.sharing(with: other.members[index].value))
            }
            return .object(JSONObject(members: members))
        default: return self
        }
    }
}
