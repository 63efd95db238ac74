extension Case {
    /// The actions at the accessory that the case needs: `press`, `change`.
    var stimuli: Set<String> {
        guard case .procedure(let steps) = body else { return [] }
        return steps.reduce(into: []) { $0.formUnion($1.stimuli) }
    }
}

extension Step {
    /// The actions of this step and of the steps inside it.
    fileprivate var stimuli: Set<String> {
        var kinds = inner.reduce(into: Set<String>()) { $0.formUnion($1.stimuli) }
        if case .call("stimulate", let arguments) = action {
            kinds.formUnion(arguments.map(\.key).filter(["press", "change"].contains))
        }
        return kinds
    }
}
