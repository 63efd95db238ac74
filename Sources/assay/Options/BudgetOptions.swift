import ArgumentParser
import AssayKit
import SuiteLanguage

/// The options that limit what a run may do to the accessory.
struct BudgetOptions: ParsableArguments {
    @Option(name: .long, help: "The seed of generated values; the same seed gives the same values.")
    var seed: UInt64 = 1

    @Flag(
        name: .long,
        help: "Allow writes that move, lock, arm, heat, cool, blow or water something, or that switch power."
    )
    var actuate = false

    @Flag(name: .long, help: "Allow cases whose effects cannot be undone over the network; they run last.")
    var destructive = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A command that resets the accessory at --address to its factory state. Assay runs it if nothing else brings the accessory back, and after each case of --destructive. The accessory must respond again within 90 s. The command is not used while a pairing is kept.",
            valueName: "command"
        )
    )
    var resetCommand: String?

    @Option(name: .long, help: "How long to wait for each response, such as 500ms or 10s.")
    var answerWithin = "10s"

    /// The selection and these budgets as options of a run.
    func options(_ selection: SelectionOptions) -> RunOptions {
        var options = selection.options
        options.seed = seed
        options.mayActuate = actuate
        options.mayDestroy = destructive
        options.resetCommand = resetCommand
        options.answerWithin = Duration(suite: answerWithin) ?? options.answerWithin
        return options
    }

    func validate() throws {
        guard let patience = Duration(suite: answerWithin), patience > .zero else {
            throw ValidationError("--answer-within needs a time such as 500ms or 10s, not `\(answerWithin)`")
        }
    }
}
