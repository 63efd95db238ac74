import ArgumentParser
import HAPModel
import Reporting
import RunRecord
import Runner
import SuiteLanguage

/// `assay plan`: what a run would do, and what it would cost.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Says what a run would do to an accessory, and what that costs, without doing it.",
        discussion:
            "It reads the attribute database, for which it pairs and unpairs unless a pairing is kept.\n\nExample: assay plan --simulated lightbulb write.*"
    )

    @OptionGroup var accessory: AccessoryOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var budgets: BudgetOptions

    @Flag(name: .long, help: "Prints one JSON document instead of text.")
    var json = false

    func run() async throws {
        let suites = try LoadedSuites.load()
        _ = try selection.cases(in: suites)
        let plan = try await Planning(accessory: accessory, selection: selection, budgets: budgets).plan(suites)
        guard !plan.instances.isEmpty || !plan.skips.isEmpty else {
            Terminal.complain(RunEnd.nothingSelected.message ?? "")
            throw ExitCode(.usage)
        }
        if json { return print(plan.json.pretty()) }
        for instance in plan.instances { print(instance.name) }
        for skip in plan.skips {
            print("\(skip.isUnjudged ? "cannot be judged" : "skipped"): \(skip.name): \(skip.reason)")
        }
        print(PlanText.summary(plan))
    }
}
