import HAPModel
import Measurement

/// What tells the record of one run from that of any other: copies of a record have the same.
package enum RecordIdentity {
    /// The start and the moments of what the run came to, to the nanosecond: no two runs have the same, and a record that is
    /// read back has those of its run.
    ///
    /// - Parameter events: the journal, starting with its header.
    /// - Returns: 32 hexadecimal digits.
    package static func text(_ events: [JournalEvent]) -> String {
        let header = events.first?.body
        let moments = events.filter { [.accessory, .verdict, .close].contains($0.kind) }.map { "\($0.at.nanoseconds)" }
        let names = [header?["started"], header?["accessory"]?["name"]].map { $0?.stringValue ?? "" }
        return String(ContentDigest.text(Array((names + moments).joined(separator: " ").utf8)).prefix(32))
    }
}
