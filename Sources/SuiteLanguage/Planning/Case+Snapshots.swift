import HAPModel

extension Case {
    /// The snapshots that the case needs.
    func snapshots(_ vocabulary: Vocabulary) -> Set<String> {
        switch body {
        case .document(let document): return Set(document.snapshots)
        case .procedure(let steps): return steps.contains { $0.looks(vocabulary) } ? ["advertisement"] : []
        case .monitor: return []
        }
    }
}

extension Case {
    /// Whether what it checks depends on the release that the accessory follows, which the advertised `pv` decides if
    /// the attribute database does not.
    fileprivate var asksRelease: Bool {
        guard case .document(let document) = body else { return false }
        let terms = document.checks.flatMap { $0.filter + $0.expectation.terms + $0.expectation.tolerates }
        return terms.contains { $0.predicate == "field" && $0.argument["release"] != nil }
    }
}

extension Step {
    /// Whether the step reads the advertisement.
    fileprivate func looks(_ vocabulary: Vocabulary) -> Bool {
        if case .call(let verb, _) = action, let kind = vocabulary.verb(verb)?.observes {
            if ["advertisement", "records"].contains(kind) { return true }
        }
        return inner.contains { $0.looks(vocabulary) }
    }
}

/// What a run looks for on the network before its first case, beside the accessory itself.
package struct Lookout: Sendable, Hashable {
    /// The accessory's advertisement.
    package var advertisement: Bool
    /// Every advertisement of the accessory's address and of its Device ID; this takes a second.
    package var survey: Bool

    package init(advertisement: Bool = false, survey: Bool = false) {
        self.advertisement = advertisement
        self.survey = survey
    }
}

extension SuiteLibrary {
    /// What the selected cases depend on; the run does not search for anything else.
    package func lookout(_ selection: Selection, comparesTransports: Bool = false) -> Lookout {
        var lookout = Lookout()
        // The advertisements of an accessory over several transports are compared.
        lookout.advertisement = comparesTransports
        for item in cases(selection) {
            let snapshots = item.snapshots(vocabulary)
            if snapshots.contains("survey") { lookout.survey = true }
            if !snapshots.isDisjoint(with: ["advertisement", "earlier-run", Document.comparison]) || item.asksRelease
                || (item.allProves + item.rowProves).contains(where: { id in
                    requirements[id].map { applicability.asksAdvertisement($0.applies) } ?? false
                })
            {
                lookout.advertisement = true
            }
        }
        return lookout
    }
}
