import HAPModel

/// An accessory object, service or characteristic that differs between the two sides.
package struct DatabaseChange: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case added, removed, changed
    }

    package let kind: Kind
    /// Where it is: `1.52` for a service or characteristic, `1` for an accessory object.
    package let place: String
    /// `characteristic Brightness`
    package let name: String
    /// What differs; empty for one that was added or removed. Values of characteristics are not compared.
    package let fields: [FieldChange]

    /// The differences in the order of the database.
    ///
    /// - Parameters:
    ///   - old: the snapshot `database` of the old run; `nil` if the run did not read it.
    ///   - new: that of the new run.
    static func changes(_ old: JSON?, _ new: JSON?) -> [DatabaseChange] {
        guard let old, let new else { return [] }
        return ["accessory", "service", "characteristic"].flatMap { kind in
            let (before, after) = (elements(old, kind), elements(new, kind))
            let known = Dictionary(before.map { ($0.place, $0) }) { first, _ in first }
            let now = Dictionary(after.map { ($0.place, $0) }) { first, _ in first }
            let gone = before.filter { now[$0.place] == nil }.map { element in
                DatabaseChange(kind: .removed, place: element.place, name: element.name, fields: [])
            }
            return gone + after.compactMap { change(known[$0.place], $0) }
        }
    }

    private struct Element {
        let place: String
        let name: String
        let members: JSONObject
    }

    private static func elements(_ snapshot: JSON, _ kind: String) -> [Element] {
        (snapshot[kind]?.arrayValue ?? []).map { element in
            let own = element["aid"]?.uint64Value.map { "\($0)" }
            let aid = own ?? String((element["accessory"]?.stringValue ?? "").trimmingPrefix("aid "))
            let iid = element["iid"]?.uint64Value.map { ".\($0)" } ?? ""
            let name = element["name"]?.stringValue ?? element["type"]?.stringValue
            return Element(
                place: aid + iid,
                name: name.map { "\(kind) \($0)" } ?? "\(kind) \(aid)",
                members: element["raw"]?.objectValue ?? JSONObject()
            )
        }
    }

    /// The members that change while the accessory is used.
    private static let volatile: Set = ["value", "ev"]

    private static func change(_ old: Element?, _ new: Element) -> DatabaseChange? {
        guard let old else { return DatabaseChange(kind: .added, place: new.place, name: new.name, fields: []) }
        let fields = FieldChange.changes(old.members, new.members, ignoring: volatile)
        guard !fields.isEmpty else { return nil }
        return DatabaseChange(kind: .changed, place: new.place, name: new.name, fields: fields)
    }
}
