extension Case {
    /// The actions at the accessory that the case needs: `press`, `change`, `power-cycle`.
    var stimuli: Set<String> {
        guard case .procedure(let steps) = body else { return [] }
        let reset: Set<String> = state.resetBy == Self.powerCycle ? [Self.powerCycle] : []
        return steps.reduce(into: reset) { $0.formUnion($1.stimuli) }
    }

    /// Whether a step turns the accessory off and on.
    package var restarts: Bool {
        guard case .procedure(let steps) = body else { return false }
        return steps.contains { $0.stimuli.contains(Self.powerCycle) }
    }

    /// The verb and the action that turn the accessory off and on.
    fileprivate static let powerCycle = "power-cycle"
}

extension Step {
    /// The actions of this step and of the steps inside it.
    fileprivate var stimuli: Set<String> {
        var kinds = inner.reduce(into: Set<String>()) { $0.formUnion($1.stimuli) }
        if case .call(Case.powerCycle, _) = action { kinds.insert(Case.powerCycle) }
        if case .call("stimulate", let arguments) = action {
            kinds.formUnion(arguments.map(\.key).filter(["press", "change"].contains))
        }
        return kinds
    }
}
