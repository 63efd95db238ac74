package import SuiteLanguage

/// What a plan skips and costs.
package enum PlanText {
    /// What does not run; empty if everything runs.
    ///
    /// - Parameter columns: the width of a terminal, which shows each reason with its first names, in blocks that each end
    ///   with a blank line; `nil` for one line for each skip: `skipped: NAME: REASON`.
    package static func skips(_ plan: Plan, columns: Int?) -> [CleanText] {
        guard let columns else {
            return plan.skips.map { skip in
                "\(skip.isUnjudged ? "cannot be judged" : "skipped"): \(skip.name): \(skip.reason)"
            }
        }
        return WhyText.reasons(plan, elsewhere: "; `--json` lists them", columns: columns).flatMap { $0 + [""] }
    }

    /// The cost on one line, printed before the run starts: `300 instances, 12 skipped; cost: 7 pairings and 2 for preparation, 51 wrong setup codes, and up to 23 s of waiting`
    ///
    /// Costs of zero are left out.
    package static func summary(_ plan: Plan) -> CleanText {
        let unjudged = plan.skips.count(where: \.isUnjudged)
        var parts = [Spoken.count(plan.instances.count, "instance")]
        if plan.skips.count > unjudged { parts.append("\(plan.skips.count - unjudged) skipped") }
        if unjudged > 0 { parts.append("\(unjudged) that cannot be judged") }
        let costs = costs(plan.cost)
        let line =
            parts.joined(separator: ", ") + (costs.isEmpty || plan.instances.isEmpty ? "" : "; cost: \(costs)")
        return CleanText(line)
    }

    private static func costs(_ cost: Plan.Cost) -> String {
        var parts: [String] = []
        if cost.pairings > 0 { parts.append(Spoken.count(cost.pairings, "pairing")) }
        if cost.ownPairSetups > 0 {
            let own = parts.isEmpty ? Spoken.count(cost.ownPairSetups, "pairing") : "\(cost.ownPairSetups)"
            parts = [(parts + ["\(own) for preparation"]).joined(separator: " and ")]
        }
        if cost.tries > 0 { parts.append(Spoken.count(cost.tries, "wrong setup code")) }
        let seconds = Int64(cost.seconds)
        if seconds > 0 {
            let single = Figures.duration(seconds * 1_000_000_000)
            let waiting = cost.overlappedSeconds.map {
                "\(Figures.duration(Int64($0) * 1_000_000_000)) of waiting (\(single) with --sequential)"
            }
            parts.append("up to \(waiting ?? "\(single) of waiting")")
        }
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
