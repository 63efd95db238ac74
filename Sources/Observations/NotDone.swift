package import HAPModel

/// A step that could not be carried out, which proves nothing about the accessory.
package struct NotDone: Sendable, Hashable {
    /// The reason, in words.
    package let reason: String
    /// The pairing procedure for which the accessory accepted no connection.
    package let procedure: String?

    package init(_ reason: String) {
        self.reason = reason
        procedure = nil
    }

    /// Reports that the accessory did not accept a connection for a pairing procedure.
    ///
    /// - Parameter procedure: the verb whose valid success is the control.
    package init(noConnectionFor procedure: String) {
        reason = "the accessory did not accept a connection"
        self.procedure = procedure
    }

    /// The observation for the judge.
    package var json: JSON {
        var object = JSONObject()
        if let procedure {
            object.members = [
                .init(key: "kind", value: "pairing"), .init(key: "answered", value: false),
                .init(key: "failure", value: .string(ExchangeObservation.notOpen)),
                .init(key: "control", value: .string(procedure)),
            ]
        }
        object["not-done"] = .string(reason)
        object["summary"] = .string(reason)
        return .object(object)
    }
}
