import ArgumentParser
import AssayKit
import Reporting
import RunRecord
import SuiteLanguage

/// `assay plan`: shows what a run would do, and what it would cost.
struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Shows what a run would do to an accessory, and what that costs, without running it.",
        discussion: """
            It reads the attribute database. Unless a pairing is kept, it pairs for this and unpairs afterwards. What is \
            skipped is counted by reason, each with its first names; --json lists all.

            Example: assay plan --simulated lightbulb 'write.*'
            """
    )

    @OptionGroup(title: "Accessory") var accessory: AccessoryOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Permissions and values") var budgets: BudgetOptions

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    func run() async throws {
        let suites = try Suites.installed()
        let options = budgets.options(selection, try accessory.profile(suites))
        let plan = try await PlannedVisit(accessory: accessory, options: options).plan(suites)
        guard !plan.instances.isEmpty || !plan.skips.isEmpty else {
            throw SetupError(.unusable, RunEnd.nothingSelected(near: plan.near).message ?? "")
        }
        if json { return Terminal.say(CleanText(json: plan.json)) }
        for instance in plan.instances { Terminal.sayFolded("\(instance.name)") }
        let skips = PlanText.skips(plan)
        if !plan.instances.isEmpty, !skips.isEmpty { Terminal.say("") }
        if !skips.isEmpty { Terminal.say(skips) }
        Terminal.sayFolded(PlanText.summary(plan))
    }
}
