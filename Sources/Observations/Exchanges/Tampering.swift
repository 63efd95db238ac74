import HAPModel

/// What makes the answer to a step mean something.
package struct Tampering: Sendable, Hashable {
    /// Whether the step asked for something that a careful controller would not do.
    package let isTampered: Bool
    /// The verb whose untampered success shows that a refusal is one.
    package let control: String

    package init(isTampered: Bool, control: String) {
        self.isTampered = isTampered
        self.control = control
    }

    /// Both as fields.
    var fields: JSONObject {
        JSONObject(["tampered": .bool(isTampered), "control": .string(control)])
    }
}
