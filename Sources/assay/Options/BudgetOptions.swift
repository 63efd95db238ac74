import ArgumentParser
import AssayKit
import Profiles
import SuiteLanguage

/// The options that limit what a run may do to the accessory.
struct BudgetOptions: ParsableArguments {
    @Option(
        name: .long,
        parsing: .unconditional,
        help: "The seed of generated values; the same seed gives the same values."
    )
    var seed: UInt64 = 1

    @Flag(
        name: .long,
        help: """
            Allow writes to services that move, lock, arm, heat, cool, blow or water something, or that switch power.
            """
    )
    var actuate = false

    @Flag(name: .long, help: "Allow cases whose effects no message undoes; they run last, and need --reset-command.")
    var destructive = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A command that resets the accessory at --address to its factory state. Assay runs it if nothing else brings the accessory back, and after each case that needs --destructive. The command may take 3 minutes, and the accessory must respond within 90 s after it. Assay does not run it while a pairing is kept.",
            valueName: "command"
        )
    )
    var resetCommand: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: "How long to wait for each response, such as 500ms or 10s. Default: 10s."
    )
    var answerWithin: String?

    /// The selection and these budgets as options of a run.
    ///
    /// - Parameter profile: says what these options do not say.
    func options(_ selection: SelectionOptions, _ profile: AccessoryProfile?) -> RunOptions {
        var options = selection.options
        options.profile = profile
        options.seed = seed
        options.mayActuate = actuate
        options.mayDestroy = destructive
        options.resetCommand = resetCommand
        options.answerWithin = answerWithin.flatMap { Duration(suite: $0) } ?? options.expectedPatience
        return options
    }

    func validate() throws {
        guard let answerWithin else { return }
        guard let patience = Duration(suite: answerWithin), patience > .zero else {
            throw ValidationError("--answer-within needs a time such as 500ms or 10s, not `\(answerWithin)`")
        }
    }
}
