import ArgumentParser
import AssayKit
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
        let suites = try Suites.installed()
        let cases = try suites.cases(selection.selection)
        let plan = try await PlannedVisit(accessory: accessory, options: budgets.options(selection)).plan(suites)
        guard !selection.cases.isEmpty else { return Terminal.say(WhyText(plan, cases: cases).text) }
        for item in cases { Terminal.say(WhyText.explanation(of: item, plan, suites.library)) }
    }
}
