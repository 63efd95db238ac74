import ArgumentParser
import AssayKit
import Reporting

/// The folder in which Assay keeps what outlives a command.
struct StateOptions: ParsableArguments {
    @Option(
        name: .long,
        help:
            "The folder with kept pairings, what runs have changed and not yet restored, and what earlier runs saw; for accessories at an address. Default: $XDG_STATE_HOME/assay, else ~/.local/state/assay.",
        completion: .directory
    )
    var state: String?

    @Flag(name: .long, help: "If another assay process is working on the accessory, wait until it ends.")
    var wait = false

    /// The note that a command waits for another process.
    static let waiting: CleanText = "waiting: another assay process is working on the accessory"

    var folder: StateFolder {
        var folder = StateFolder(state)
        if wait {
            folder.onWait = { waits in
                if waits { Terminal.complain(Self.waiting) }
            }
        }
        return folder
    }
}
