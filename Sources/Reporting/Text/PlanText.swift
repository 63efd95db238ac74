package import SuiteLanguage

/// What a plan costs, in one line that is said before anything is done.
package enum PlanText {
    /// `300 instances, 12 skipped; that takes 7 pairings and 2 of the tester's own, 51 wrong setup codes, and waits of
    /// about 23 s`
    ///
    /// What it does not take is not said.
    package static func summary(_ plan: Plan) -> CleanText {
        let unjudged = plan.skips.count(where: \.isUnjudged)
        var parts = [Spoken.count(plan.instances.count, "instance")]
        if plan.skips.count > unjudged { parts.append("\(plan.skips.count - unjudged) skipped") }
        if unjudged > 0 { parts.append("\(unjudged) that cannot be judged") }
        let costs = costs(plan.cost)
        let line =
            parts.joined(separator: ", ") + (costs.isEmpty || plan.instances.isEmpty ? "" : "; that takes \(costs)")
        return CleanText(line)
    }

    /// `skipped: write.below-minimum: it has no such characteristic`
    package static func skip(_ skip: Plan.Skip) -> CleanText {
        "\(skip.isUnjudged ? "cannot be judged" : "skipped"): \(skip.name): \(skip.reason)"
    }

    private static func costs(_ cost: Plan.Cost) -> String {
        var parts: [String] = []
        if cost.pairings > 0 { parts.append(Spoken.count(cost.pairings, "pairing")) }
        if cost.ownPairSetups > 0 {
            let own = parts.isEmpty ? Spoken.count(cost.ownPairSetups, "pairing") : "\(cost.ownPairSetups)"
            parts = [(parts + ["\(own) of the tester's own"]).joined(separator: " and ")]
        }
        if cost.tries > 0 { parts.append(Spoken.count(cost.tries, "wrong setup code")) }
        let seconds = Int64(cost.seconds)
        if seconds > 0 { parts.append("waits of about \(Figures.duration(seconds * 1_000_000_000))") }
        return parts.formatted
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b, and c`.
    fileprivate var formatted: String {
        guard let last, count > 1 else { return first ?? "" }
        return count == 2 ? "\(self[0]) and \(last)" : dropLast().joined(separator: ", ") + ", and \(last)"
    }
}
