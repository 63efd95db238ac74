import Reporting
import SuiteLanguage
import Testing

@Suite("What a plan costs, in one line")
struct PlanTextTests {
    @Test("The tester's own pair-setups stand apart, and so does what cannot be judged")
    func summary() {
        var plan = Plan(cost: Plan.Cost(pairings: 7, ownPairSetups: 2, tries: 51, seconds: 23.6))
        #expect(
            PlanText.summary(plan)
                == "0 instances, 0 skipped; they make 7 pairings beside 2 of the tester's own, try 51 wrong codes, "
                + "and wait about 23 s"
        )
        plan.skips = [
            Plan.Skip(name: "a", caseID: "a", reason: "not for it"),
            Plan.Skip(name: "b", caseID: "b", reason: "nobody knows", isUnjudged: true),
        ]
        #expect(PlanText.summary(plan).hasPrefix("0 instances, 1 skipped, 1 that cannot be judged; they make"))
    }
}
