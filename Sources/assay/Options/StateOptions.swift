import ArgumentParser
import AssayKit

/// The folder in which Assay keeps what outlives a command.
struct StateOptions: ParsableArguments {
    @Option(
        name: .long,
        help:
            "The folder with kept pairings and the ledger, for accessories at an address. Default: $XDG_STATE_HOME/assay, else ~/.local/state/assay."
    )
    var state: String?

    var folder: StateFolder { StateFolder(state) }
}
