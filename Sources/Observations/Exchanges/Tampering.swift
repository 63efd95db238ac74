import HAPModel

/// The facts that give a meaning to a rejection.
package struct Tampering: Sendable, Hashable {
    /// Whether a correct controller would not send this request.
    package let isTampered: Bool
    /// The verb that must have succeeded without alterations, so that the rejection proves something.
    package let control: String

    package init(isTampered: Bool, control: String) {
        self.isTampered = isTampered
        self.control = control
    }

    /// Both facts as fields.
    var fields: JSONObject {
        JSONObject(["tampered": .bool(isTampered), "control": .string(control)])
    }
}
