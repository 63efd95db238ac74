import Gate

/// Known failures of one case for which the same person gave the same reason, until the same day.
struct FoldedKnownFailures {
    private(set) var first: KnownFailure
    /// The names of the other instances.
    private(set) var others: [String] = []

    /// The failures in groups, in the order of the first of each.
    ///
    /// - Parameter isWhole: whether each failure is a group of its own.
    static func groups(_ failures: [KnownFailure], isWhole: Bool) -> [FoldedKnownFailures] {
        var groups: [FoldedKnownFailures] = []
        var places: [[String]: Int] = [:]
        for failure in failures {
            let key = [failure.caseID, failure.owner, failure.reason, failure.expires?.description ?? ""]
            if !isWhole, let place = places[key] {
                groups[place].others.append(failure.instance)
            } else {
                places[key] = groups.count
                groups.append(FoldedKnownFailures(first: failure))
            }
        }
        return groups
    }

    /// `write.bool[lightbulb.on; over=ip]: firmware team: ticket 12, until 2026-12-31 (and 3 more like it: …)`
    var text: CleanText {
        ("\(CleanText(first.instance, limit: 400)): \(GateText.words(first))" as CleanText).followed(by: others)
    }
}

extension CleanText {
    /// The text, with the number of other instances that it is also true of, and the first of their names.
    func followed(by others: [String]) -> CleanText {
        guard !others.isEmpty else { return self }
        let shown = 2
        let names = others.prefix(shown).joined(separator: ", ") + (others.count > shown ? ", …" : "")
        return "\(self) (and \(others.count) more like it: \(CleanText(names, limit: 400)))"
    }
}
