import Reporting
import SuiteLanguage
import Testing

@Suite("What a plan skips and costs")
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

    @Test(
        "A program gets one line for each skip, a terminal the reasons in lines of its width, and the option that lists all"
    )
    func skips() {
        var plan = Plan()
        #expect(PlanText.skips(plan, columns: nil) == [] && PlanText.skips(plan, columns: 40) == [])
        let reason = "it needs a characteristic with tw; this accessory has none"
        plan.skips = ["a", "b", "c"].map { Plan.Skip(name: $0, caseID: $0, reason: reason) }
        plan.skips.append(Plan.Skip(name: "d", caseID: "d", reason: "unknown", isUnjudged: true))
        #expect(
            PlanText.skips(plan, columns: nil)
                == ["a", "b", "c"].map { "skipped: \($0): \(reason)" } + ["cannot be judged: d: unknown"]
        )
        let wanted = """
            cannot be judged (1)
              1  unknown
                 d

            skipped (3)
              3  it needs a characteristic with tw;
                 this accessory has none
                 a
                 b
                 … and 1 more; `--json` lists them

            """
        #expect(PlanText.skips(plan, columns: 40).map(\.string).joined(separator: "\n") == wanted)
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
