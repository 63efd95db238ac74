/// The members of a JSON object in the received order, including repeated keys.
package struct JSONObject: Sendable, Hashable {
    /// One key with its value.
    package struct Member: Sendable, Hashable {
        /// The key, with its escapes resolved.
        package var key: String
        /// The value.
        package var value: JSON

        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        package static func == (left: Member, right: Member) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }
    }

    /// All members in their order.
    package var members: [Member]

    package init(members: [Member] = []) {
        self.members = members
    }

    package init(_ pairs: KeyValuePairs<String, JSON>) {
        members = pairs.map { Member(key: $0.key, value: $0.value) }
    }

    /// The value of the first member with this key.
    ///
    /// Setting changes the first member or appends a new one; setting `nil` removes all members with the key.
    package subscript(key: String) -> JSON? {
        get { members.first { $0.key.hasSameBytes(as: key) }?.value }
        set {
            guard let newValue else {
                members.removeAll { $0.key.hasSameBytes(as: key) }
                return
            }
            if let index = members.firstIndex(where: { $0.key.hasSameBytes(as: key) }) {
                members[index].value = newValue
            } else {
                members.append(Member(key: key, value: newValue))
            }
        }
    }

    /// The keys in order, including repetitions.
    package var keys: [String] { members.map(\.key) }

    /// Keys that occur more than once, each listed once, in the order of their first repetition.
    package var duplicateKeys: [String] {
        var seen: Set<[UInt8]> = []
        var repeated: Set<[UInt8]> = []
        return members.map(\.key).filter { key in
            let bytes = Array(key.utf8)
            return !seen.insert(bytes).inserted && repeated.insert(bytes).inserted
        }
    }

    /// The first value of each key, by the key's bytes.
    package var firstMembers: [[UInt8]: JSON] {
        Dictionary(members.map { (Array($0.key.utf8), $0.value) }) { first, _ in first }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        members = elements.map { Member(key: $0.0, value: $0.1) }
    }
}
