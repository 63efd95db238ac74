package import HAPModel
package import SuiteLanguage

extension Selection {
    /// The selection as it stands in the journal's header.
    package var json: JSON {
        let json: JSON = [
            "patterns": .array(patterns.map { .string($0) }), "tags": .array(tags.map { .string($0) }),
            "without-tags": .array(withoutTags.map { .string($0) }),
            "requirements": .array(requirements.map { .string($0) }),
            "characteristics": .array(characteristics.map { .string($0) }),
        ]
        guard case .object(var object) = json else { return json }
        if !excluded.isEmpty { object["excluded"] = .array(excluded.map { .string($0) }) }
        if tier != .full { object["tier"] = [.string(tier.rawValue)] }
        return .object(object)
    }
}
