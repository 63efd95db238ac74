import ArgumentParser
import Reporting
import SuiteLanguage

/// Which cases.
struct SelectionOptions: ParsableArguments {
    @ArgumentParser.Argument(
        help: "Cases or instances to run, as patterns over their names; * stands for any text. All if none is given."
    )
    var cases: [String] = []

    @Option(name: .long, help: "Only cases with this tag, chapter or section.")
    var tag: [String] = []

    @Option(name: .long, help: "No cases with this tag, chapter or section: --without slow.")
    var without: [String] = []

    @Option(name: .long, help: "Only cases that prove this requirement, such as HAP-PAIR-SETUP-013 or HAP-EVENT-*.")
    var requirement: [String] = []

    @Option(name: .long, help: "Only instances for this characteristic, such as lightbulb.on.")
    var characteristic: [String] = []

    /// The selected cases.
    ///
    /// - Throws: an exit with status 2 if there is none, or if one of the criteria fits none.
    func cases(in suites: LoadedSuites) throws -> [Case] {
        let fruitless = selection.fruitless(in: suites.library)
        guard fruitless.isEmpty else {
            Terminal.complain("no case fits \(fruitless.joined(separator: ", ")); `assay suites list` prints all")
            throw ExitCode(.usage)
        }
        let cases = suites.library.cases.filter { selection.selects($0, in: suites.library) }
        guard cases.isEmpty else { return cases }
        let words =
            self.cases + tag.map { "--tag \($0)" } + without.map { "--without \($0)" }
            + requirement.map { "--requirement \($0)" }
        Terminal.complain(
            "nothing is selected: no case fits \(words.joined(separator: " ")); `assay suites list` prints all"
        )
        throw ExitCode(.usage)
    }

    var selection: Selection {
        Selection(
            patterns: cases,
            tags: tag,
            withoutTags: without,
            requirements: requirement,
            characteristics: characteristic
        )
    }
}
