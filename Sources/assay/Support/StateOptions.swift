import ArgumentParser
import Foundation
import Reporting

/// Where Assay keeps what outlives a command.
struct StateOptions: ParsableArguments {
    @Option(name: .long, help: "The folder with kept pairings and the ledger; ~/.local/state/assay if nothing is said.")
    var state: String?

    /// The state folder: `--state`, `XDG_STATE_HOME/assay`, or `~/.local/state/assay`.
    var folder: String {
        if let state { return state }
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_STATE_HOME"], !base.isEmpty { return base + "/assay" }
        return (environment["HOME"] ?? ".") + "/.local/state/assay"
    }

    /// The state folder, made if it is not there.
    ///
    /// - Throws: an exit with status 2 if it cannot be written.
    func writable() throws -> String {
        try NamedFolder(path: folder, option: "--state").makeWritable(readableByAll: false)
        return folder
    }

    /// The state folder, for who wants nothing but what is kept there already.
    ///
    /// - Throws: an exit with status 2 if `--state` names none, or it cannot be written.
    func existing() throws -> String {
        if let state, !FileManager.default.fileExists(atPath: state) {
            Terminal.complain("there is no folder \(state); name the one that --state named in the run")
            throw ExitCode(.usage)
        }
        return try writable()
    }
}
