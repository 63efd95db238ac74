import ArgumentParser
import Foundation

/// Where Assay keeps what outlives a command.
struct StateOptions: ParsableArguments {
    @Option(name: .long, help: "The folder with kept pairings and the ledger.")
    var state: String?

    /// The state folder: `--state`, `XDG_STATE_HOME/assay`, or `~/.local/state/assay`.
    var folder: String {
        if let state { return state }
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_STATE_HOME"], !base.isEmpty { return base + "/assay" }
        return (environment["HOME"] ?? ".") + "/.local/state/assay"
    }
}
