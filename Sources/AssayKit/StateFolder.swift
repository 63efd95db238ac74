import Foundation

/// The folder with kept pairings and the ledger, which outlive a run.
package struct StateFolder: Sendable, Hashable {
    /// The folder that the user named; `nil` for the default.
    package let named: String?

    package init(_ named: String? = nil) {
        self.named = named
    }

    /// The named folder, `XDG_STATE_HOME/assay`, or `~/.local/state/assay`.
    package var path: String {
        if let named { return named }
        let environment = ProcessInfo.processInfo.environment
        if let base = environment["XDG_STATE_HOME"], !base.isEmpty { return base + "/assay" }
        return (environment["HOME"] ?? ".") + "/.local/state/assay"
    }

    /// Makes the folder if it is missing.
    ///
    /// - Returns: its path.
    /// - Throws: ``SetupError`` if it cannot be written.
    package func writable() throws(SetupError) -> String {
        try NamedFolder(path: path, option: "--state").makeWritable(readableByAll: false)
        return path
    }

    /// The folder, for a caller that only uses what is already kept there.
    ///
    /// - Throws: ``SetupError`` if the user named a folder that does not exist, or if it cannot be written.
    package func existing() throws(SetupError) -> String {
        if let named, !FileManager.default.fileExists(atPath: named) {
            throw SetupError(
                .unusable,
                "the folder \(named) does not exist; give --state the same folder as in the run"
            )
        }
        return try writable()
    }
}
