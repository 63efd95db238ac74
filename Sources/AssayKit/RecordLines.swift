package import HAPModel
import RunRecord

/// The journal of a record, line by line.
package struct RecordLines: Sendable {
    private let reader: RunReader

    /// - Parameter path: the run's folder, or its journal.
    /// - Throws: ``SetupError`` if the journal is missing, or cannot be read by this version.
    package init(_ path: String) throws(SetupError) {
        reader = try SetupError.with(.unusable) { try RunReader(path: path) }
    }

    /// The value of each line.
    package var lines: [JSON] { reader.events.map(\.json) }

    /// What to know about a record that is not whole, one line each.
    package var complaints: [String] { reader.complaints }
}
