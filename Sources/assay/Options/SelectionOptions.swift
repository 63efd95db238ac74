import ArgumentParser
import AssayKit
import SuiteLanguage

/// The options that select cases.
struct SelectionOptions: ParsableArguments {
    @ArgumentParser.Argument(
        help: "Names of the cases or instances to select; * stands for any text. Default: all.",
        completion: .cases
    )
    var cases: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Leave out cases or instances with this name; * stands for any text.", valueName: "pattern"),
        completion: .cases
    )
    var exclude: [String] = []

    @Option(
        name: .long,
        help: "How much runs: smoke (the cases that find the most faults in 10 s), normal (all but slow ones) or full."
    )
    var tier = Tier.full

    @Option(name: .long, help: "Run only cases with this tag, chapter or section.", completion: .tags)
    var tag: [String] = []

    @Option(
        name: .long,
        help: "Leave out cases with this tag, chapter or section, such as --without slow.",
        completion: .tags
    )
    var without: [String] = []

    @Option(
        name: .long,
        help: "Run only cases that prove this requirement, such as HAP-PAIR-SETUP-013 or HAP-EVENT-*.",
        completion: .requirements
    )
    var requirement: [String] = []

    @Option(
        name: .long,
        help: "Run only instances for this characteristic, such as lightbulb.on.",
        completion: .characteristics
    )
    var characteristic: [String] = []

    /// The tags of the suites.
    static let tags = "slow, smoke"
    /// The chapters of the suites.
    static let chapters = "camera, characteristics, database, discovery, events, identity, ip, pairing, session, thread"

    /// These criteria as options of a run.
    var options: RunOptions {
        var options = RunOptions(cases: cases)
        options.excluded = exclude
        options.tier = tier
        options.tags = tag
        options.withoutTags = without
        options.requirements = requirement
        options.characteristics = characteristic
        return options
    }

    var selection: Selection { options.selection }
}

extension Tier: ExpressibleByArgument {}
