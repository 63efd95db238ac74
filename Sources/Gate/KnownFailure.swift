import HAPModel

/// A failure that a baseline allows.
package struct KnownFailure: Sendable, Hashable {
    /// The name of the failing instance: `write.below-minimum[lightbulb.brightness; row=below-minimum; over=ip]`.
    package var instance: String
    package var fingerprint: Fingerprint
    /// Who takes care of it.
    package var owner: String
    /// Why it is allowed.
    package var reason: String
    /// The last day on which it is allowed; `nil` if it has none.
    package var expires: Day?

    package init(instance: String, fingerprint: Fingerprint, owner: String, reason: String, expires: Day? = nil) {
        self.instance = instance
        self.fingerprint = fingerprint
        self.owner = owner
        self.reason = reason
        self.expires = expires
    }

    /// The id of its case.
    package var caseID: String { String(instance.prefix { $0 != "[" }) }

    /// The entry as it stands in the journal's header.
    var json: JSON {
        var object = JSONObject([
            "case": .string(instance), "fingerprint": .string(fingerprint.text), "owner": .string(owner),
            "reason": .string(reason),
        ])
        object["expires"] = expires.map { .string($0.description) }
        return .object(object)
    }

    /// Reads an entry from a journal's header.
    init?(_ json: JSON) {
        guard let instance = json["case"]?.stringValue,
            let fingerprint = json["fingerprint"]?.stringValue.flatMap(Fingerprint.init(text:))
        else { return nil }
        self.init(
            instance: instance,
            fingerprint: fingerprint,
            owner: json["owner"]?.stringValue ?? "",
            reason: json["reason"]?.stringValue ?? "",
            expires: json["expires"]?.stringValue.flatMap { Day($0) }
        )
    }
}
