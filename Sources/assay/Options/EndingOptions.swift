import ArgumentParser
import AssayKit
import SuiteLanguage

/// The options that decide how a run goes on, when it ends, and what counts as a failure.
struct EndingOptions: ParsableArguments {
    /// The kinds of findings that make a run fail.
    enum Severity: String, ExpressibleByArgument, CaseIterable {
        case failure, warning
    }

    @Flag(name: .long, help: "End the run after the first failure that no baseline allows.")
    var failFast = false

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "End the run after this time, such as 90s or 10min. Restoring the accessory takes further time."
    )
    var timeLimit: String?

    @Flag(name: .long, help: "Carry out the cases one after the other, also those that could wait at the same time.")
    var sequential = false

    @Option(
        name: .customLong("repeat"),
        parsing: .unconditional,
        help: ArgumentHelp("Run each case this many times.", valueName: "count")
    )
    var repetitions = 1

    @Option(name: .long, help: "What ends the command with status 1: a failure, or also a warning.")
    var failOn = Severity.failure

    /// Adds these options to those of a run.
    func add(to options: inout RunOptions) {
        options.stopsAtFailure = failFast
        options.timeLimit = timeLimit.flatMap { Duration(suite: $0) }
        options.isSequential = sequential
        options.repetitions = repetitions
        options.failsOnWarning = failOn == .warning
    }

    func validate() throws {
        if let timeLimit, Duration(suite: timeLimit).map({ $0 <= .zero }) ?? true {
            throw ValidationError("--time-limit needs a time such as 90s or 10min, not `\(timeLimit)`")
        }
        guard (1...1000).contains(repetitions) else {
            throw ValidationError("--repeat needs a number from 1 to 1000, not \(repetitions)")
        }
    }
}
