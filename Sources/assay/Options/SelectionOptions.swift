import ArgumentParser
import AssayKit
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

    /// These criteria as options of a run.
    var options: RunOptions {
        var options = RunOptions(cases: cases)
        options.tags = tag
        options.withoutTags = without
        options.requirements = requirement
        options.characteristics = characteristic
        return options
    }

    var selection: Selection { options.selection }
}
