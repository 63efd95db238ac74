import Reporting
import SuiteLanguage
import Testing

@Suite("The cost of a plan on one line")
struct PlanTextTests {
    private static func instance(_ caseID: String) -> Instance {
        Instance(
            caseID: caseID,
            target: nil,
            row: nil,
            transport: "ip",
            characteristics: [:],
            rowValue: nil,
            rowProves: []
        )
    }

    @Test("Costs of zero are left out, and counts of one are singular")
    func small() {
        var plan = Plan(instances: [Self.instance("a")], cost: Plan.Cost(ownPairSetups: 1))
        #expect(PlanText.summary(plan) == "1 instance; cost: 1 pairing for preparation")
        plan.cost = Plan.Cost(pairings: 1, tries: 1)
        #expect(PlanText.summary(plan) == "1 instance; cost: 1 pairing and 1 wrong setup code")
        plan.cost = Plan.Cost()
        #expect(PlanText.summary(plan) == "1 instance")
        plan.instances = []
        plan.cost.ownPairSetups = 1
        #expect(PlanText.summary(plan) == "0 instances")
    }

    @Test("The tester's own pair-setups are counted separately, and so are cases that cannot be judged")
    func summary() {
        var plan = Plan(cost: Plan.Cost(pairings: 7, ownPairSetups: 2, tries: 51, seconds: 123.6))
        plan.instances = ["a", "b"].map(Self.instance)
        #expect(
            PlanText.summary(plan).string
                == "2 instances; cost: 7 pairings and 2 for preparation, 51 wrong setup codes, "
                + "and up to 2 min 03 s of waiting"
        )
        plan.cost.overlappedSeconds = 62
        #expect(PlanText.summary(plan).string.hasSuffix("up to 1 min 02 s of waiting (2 min 03 s with --sequential)"))
        plan.skips = [
            Plan.Skip(name: "a", caseID: "a", reason: "not for it"),
            Plan.Skip(name: "b", caseID: "b", reason: "unknown", isUnjudged: true),
        ]
        #expect(PlanText.summary(plan).string.hasPrefix("2 instances, 1 skipped, 1 that cannot be judged; cost:"))
    }
}
