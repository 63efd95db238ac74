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
            It reads the attribute database. Unless a pairing is kept, it pairs for this and unpairs afterwards. A \
            terminal shows what is skipped by reason, each with its first names; --json lists all, and so does the text \
            in a file or a pipe, one a line.

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
        let width = Terminal.width
        if width != nil, !plan.instances.isEmpty, !plan.skips.isEmpty { Terminal.say("") }
        for line in PlanText.skips(plan, columns: width) { Terminal.say(line) }
        Terminal.sayFolded(PlanText.summary(plan))
    }
}
