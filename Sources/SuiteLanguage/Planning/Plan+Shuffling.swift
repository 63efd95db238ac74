extension Plan {
    /// Puts the instances into another order that their states allow: each stays among those that need the same state.
    package mutating func shuffle(seed: UInt64, library: SuiteLibrary) {
        var generator = SeededGenerator(seed: seed, purpose: "order")
        var shuffled: [Instance] = []
        var group: [Instance] = []
        var state: String?
        for instance in instances {
            let key = library.case(instance.caseID).map(Self.stateKey) ?? ""
            if key != state {
                shuffled += group.shuffled(using: &generator)
                group = []
                state = key
            }
            group.append(instance)
        }
        instances = shuffled + group.shuffled(using: &generator)
    }

    private static func stateKey(_ item: Case) -> String {
        if case .monitor = item.body { return "monitor" }
        return "\(item.state.needs) \(item.state.isDestructive)"
    }
}
