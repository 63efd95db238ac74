import Foundation
import Measurement
import Runner

/// The folder with kept pairings and the ledger, which outlive a run.
package struct StateFolder: Sendable {
    /// The folder that the user named; `nil` for the default.
    package let named: String?
    /// Called when the wait for another process begins, and when it ends; `nil` does not wait for one.
    package var onWait: (@Sendable (_ waits: Bool) -> Void)?

    package init(_ named: String? = nil) {
        self.named = named
    }

    /// Carries out `body`, which takes the accessory's ledger. If another process holds it, waits for that process,
    /// if the user wants that.
    ///
    /// - Throws: ``SetupError`` if another process works on the accessory, or with the error of `body`.
    func turn<Value>(clock: MonotonicClock, _ body: () async throws -> Value) async throws(SetupError) -> Value {
        var waits = false
        defer { if waits { onWait?(false) } }
        while true {
            do {
                return try await body()
            } catch let error as LedgerError where error.isHeld {
                guard let onWait else { throw SetupError(.unreachable, error.description) }
                if !waits { onWait(true) }
                waits = true
                try await SetupError.with(.fault) { try await clock.sleep(until: clock.deadline(in: Self.pause)) }
            } catch let error as PairingStoreError {
                // The file is damaged or not readable, which the user can mend.
                throw SetupError(.unusable, error.description)
            } catch {
                throw SetupError(.fault, "\(error)")
            }
        }
    }

    /// The operating system does not tell when a lock is released.
    private static let pause = Duration.milliseconds(200)

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
