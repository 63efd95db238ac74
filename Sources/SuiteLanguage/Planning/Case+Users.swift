extension Case {
    /// The longest wait, in seconds, of cases that a controller without admin rights repeats: the repetitions may make a
    /// run a third longer.
    private static let longestWait = 4.0

    /// Whether a controller without admin rights must get the same results, in a short time: the case does not name the
    /// administrator and does nothing about pairings. A case about the form of one transport that waits is about framing,
    /// which no controller's rights change.
    package var holdsForUsers: Bool {
        guard case .procedure(let steps) = body, state.needs == .paired, span == .one else { return false }
        let longestWait = over == .everywhere ? Self.longestWait : 0
        return connections.allSatisfy { $0.controller != "alice" } && state.seconds <= longestWait && state.tries == 0
            && state.pairings == 0 && state.resetBy == nil && !state.mayStrand && !restarts
            && steps.allSatisfy(\.holdsForUsers)
    }
}

extension Case {
    /// Whether a step names all characteristics of a kind, those for administrators among them.
    var namesAll: Bool {
        guard case .procedure(let steps) = body else { return false }
        return steps.contains(where: \.namesAll)
    }
}

extension Step {
    /// Whether it names all characteristics of a kind.
    var namesAll: Bool {
        if case .call(_, let arguments) = action,
            arguments.contains(where: { ["readable", "notifying"].contains($0.value.word) })
        {
            return true
        }
        return inner.contains(where: \.namesAll)
    }

    fileprivate var holdsForUsers: Bool {
        if case .call(let verb, _) = action {
            // Anybody may ask over multicast DNS, with a session or without.
            let isOfDiscovery = ["query", "discover", "listen", "announcement", "contest"].contains(verb)
            // Measurements use the admin's own sessions.
            if isOfDiscovery || verb == "measure" || verb.hasPrefix("pair-") || verb.contains("pairing") {
                return false
            }
        }
        return inner.allSatisfy(\.holdsForUsers)
    }
}
