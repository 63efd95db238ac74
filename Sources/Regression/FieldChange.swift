import HAPModel
import RunRecord

/// A value that differs between the two sides.
package struct FieldChange: Sendable, Hashable {
    /// What it is: `firmware-revision`, `c#`.
    package let name: String
    /// The value of the old side as text; `nil` if it has none.
    package let old: String?
    package let new: String?

    /// The values that differ, in the order of the old object, then of the new one.
    ///
    /// - Parameter ignored: the keys of values that change without a reason.
    static func changes(_ old: JSONObject, _ new: JSONObject, ignoring ignored: Set<String> = []) -> [FieldChange] {
        let keys = old.keys + new.keys.filter { old[$0] == nil }
        return keys.filter { !ignored.contains($0) && old[$0] != new[$0] }.map { key in
            FieldChange(name: key, old: old[key].map(text), new: new[key].map(text))
        }
    }

    private static func text(_ value: JSON) -> String { value.stringValue ?? value.serialized() }

    /// What the accessory tells of itself. The address is left out.
    static func identity(_ old: AccessoryRecord?, _ new: AccessoryRecord?) -> [FieldChange] {
        func object(_ record: AccessoryRecord?) -> JSONObject { record?.json.objectValue ?? JSONObject() }
        return changes(object(old), object(new), ignoring: ["transports"])
    }

    /// The advertised name and the TXT records. The state number is left out: each change of a value may change it.
    static func advertisement(_ old: [String: JSON], _ new: [String: JSON]) -> [FieldChange] {
        func object(_ snapshots: [String: JSON]) -> JSONObject {
            let element = snapshots["advertisement"]?["advertisement"]?.arrayValue?.first
            var object = element?["txt"]?.objectValue ?? JSONObject()
            object["name"] = element?["instance"]
            return object
        }
        return changes(object(old), object(new), ignoring: ["s#"])
    }
}
