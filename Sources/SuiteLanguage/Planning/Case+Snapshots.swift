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

extension Step {
    /// Whether the step reads the advertisement.
    fileprivate func looks(_ vocabulary: Vocabulary) -> Bool {
        if case .call(let verb, _) = action, let kind = vocabulary.verb(verb)?.observes {
            if ["advertisement", "records"].contains(kind) { return true }
        }
        return inner.contains { $0.looks(vocabulary) }
    }
}

extension SuiteLibrary {
    /// Whether a selected case depends on the advertisement; otherwise the run does not search for it.
    package func asksAdvertisement(_ selection: Selection) -> Bool {
        cases.contains { item in
            guard selection.selects(item, in: self) else { return false }
            return !item.snapshots(vocabulary).isDisjoint(with: ["advertisement", "earlier-run"])
                || (item.allProves + item.rowProves).contains { id in
                    requirements[id].map { applicability.asksAdvertisement($0.applies) } ?? false
                }
        }
    }
}
