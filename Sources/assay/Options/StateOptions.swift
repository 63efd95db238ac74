import ArgumentParser
import AssayKit

/// The folder in which Assay keeps what outlives a command.
struct StateOptions: ParsableArguments {
    @Option(name: .long, help: "The folder with kept pairings and the ledger. Default: ~/.local/state/assay.")
    var state: String?

    var folder: StateFolder { StateFolder(state) }
}
