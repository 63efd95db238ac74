import ArgumentParser
import AssayKit
import SuiteLanguage

/// What a run may do to the accessory.
struct BudgetOptions: ParsableArguments {
    @Option(name: .long, help: "Decides generated values: the same seed writes the same ones.")
    var seed: UInt64 = 1

    @Flag(
        name: .long,
        help: "Allows writes to what moves, locks, guards, heats, cools, blows or waters, and to switches and outlets."
    )
    var actuate = false

    @Flag(name: .long, help: "Allows what cannot be undone over the wire; it runs last.")
    var destructive = false

    @Option(name: .long, help: "How long the accessory may take for an answer: 500ms, 10s.")
    var answerWithin = "10s"

    /// The selection with these budgets.
    func options(_ selection: SelectionOptions) -> RunOptions {
        var options = selection.options
        options.seed = seed
        options.mayActuate = actuate
        options.mayDestroy = destructive
        options.answerWithin = Duration(suite: answerWithin) ?? options.answerWithin
        return options
    }

    func validate() throws {
        guard let patience = Duration(suite: answerWithin), patience > .zero else {
            throw ValidationError("--answer-within is a time such as 500ms or 10s, not `\(answerWithin)`")
        }
    }
}
