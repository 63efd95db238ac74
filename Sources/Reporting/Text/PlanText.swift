package import SuiteLanguage

/// What a plan costs, in one line that is said before anything is done.
package enum PlanText {
    /// `300 instances, 12 skipped; they make 7 pairings beside 2 of the tester's own, try 51 wrong codes, and wait about 23 s`.
    package static func summary(_ plan: Plan) -> String {
        let unjudged = plan.skips.count(where: \.isUnjudged)
        let cost = plan.cost
        return "\(plan.instances.count) instances, \(plan.skips.count - unjudged) skipped"
            + (unjudged == 0 ? "" : ", \(unjudged) that cannot be judged")
            + "; they make \(cost.pairings) pairings beside \(cost.ownPairSetups) of the tester's own, "
            + "try \(cost.tries) wrong codes, and wait about \(Int(cost.seconds)) s"
    }
}
