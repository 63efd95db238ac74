import ArgumentParser
import AssayKit
import Reporting
import SuiteLanguage

/// `assay why`: explains why a case runs or is skipped.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explains what a case proves, and why it runs or is skipped on an accessory.",
        discussion: """
            Without a case, it counts the cases that run and that are skipped, by reason. --verbose and --json list each of them.

            Example: assay why --simulated lightbulb timed-write.expired
            """
    )

    @OptionGroup(title: "Accessory") var accessory: AccessoryOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Permissions and values") var budgets: BudgetOptions

    @Flag(name: .long, help: "List every case and instance of each reason, not only the first ones.")
    var verbose = false

    @Flag(name: .long, help: "Print one JSON document instead of text.")
    var json = false

    func run() async throws {
        let suites = try Suites.installed()
        let cases = try suites.cases(selection.selection)
        let options = budgets.options(selection, try accessory.profile(suites))
        let plan = try await PlannedVisit(accessory: accessory, options: options).plan(suites)
        let why = WhyText(plan, cases: cases)
        let width = Terminal.width
        if json { return Terminal.say(CleanText(json: why.json)) }
        guard !selection.cases.isEmpty else { return Terminal.say(why.text(isWhole: verbose, columns: width)) }
        for item in cases {
            let place = suites.place(item.mark)
            Terminal.say(WhyText.explanation(of: item, plan, suites.library, place: place, columns: width))
        }
    }
}
