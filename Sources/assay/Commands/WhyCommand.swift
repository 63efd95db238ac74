import ArgumentParser
import Reporting
import SuiteLanguage

/// `assay why`: why a case is run or skipped.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explains a case: what it proves, and why it is run or skipped for an accessory.",
        discussion: """
            Without a case it says how many are run and skipped, by reason.

            Example: assay why --simulated lightbulb timed-write.expired
            """
    )

    @OptionGroup var accessory: AccessoryOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var budgets: BudgetOptions

    func run() async throws {
        let suites = try LoadedSuites.load()
        let cases = try selection.cases(in: suites)
        let plan = try await Planning(accessory: accessory, selection: selection, budgets: budgets).plan(suites)
        guard !selection.cases.isEmpty else { return print(WhyText(plan, cases: cases).text) }
        for item in cases { explain(item, plan, suites.library) }
    }

    private func explain(_ item: Case, _ plan: Plan, _ library: SuiteLibrary) {
        print("\(item.id): \(item.title)")
        print("  in \(item.mark), needs the accessory \(item.state.needs.rawValue)")
        for id in item.allProves {
            guard let requirement = library.requirements[id] else { continue }
            print("  proves \(id) (\(requirement.level.rawValue), \(requirement.source)): \(requirement.requires)")
        }
        for instance in plan.instances where instance.caseID == item.id { print("  runs as \(instance.name)") }
        for skip in plan.skips where skip.caseID == item.id {
            print("  \(skip.isUnjudged ? "cannot be judged" : "is skipped"): \(skip.name): \(skip.reason)")
        }
    }
}
