import ArgumentParser
import AssayKit

/// Where Assay keeps what outlives a command.
struct StateOptions: ParsableArguments {
    @Option(name: .long, help: "The folder with kept pairings and the ledger; ~/.local/state/assay if nothing is said.")
    var state: String?

    var folder: StateFolder { StateFolder(state) }
}
