package import HAPModel
package import SuiteLanguage

extension Selection {
    /// The selection as it stands in the journal's header.
    package var json: JSON {
        [
            "patterns": .array(patterns.map { .string($0) }), "tags": .array(tags.map { .string($0) }),
            "without-tags": .array(withoutTags.map { .string($0) }),
            "requirements": .array(requirements.map { .string($0) }),
            "characteristics": .array(characteristics.map { .string($0) }),
        ]
    }
}
