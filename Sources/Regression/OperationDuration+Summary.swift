package import Measurement
package import RunRecord

/// How long the accessory took to answer each kind of message in one run.
package enum OperationTimes {
    /// The figures by operation, in the order of the operations' names.
    ///
    /// - Parameter events: the journal of the run.
    package static func summaries(_ events: [JournalEvent]) -> [(operation: String, summary: LatencySummary)] {
        let durations = Dictionary(grouping: events.compactMap { OperationDuration($0) }, by: \.operation)
        return durations.sorted { $0.key < $1.key }.compactMap { operation, durations in
            LatencySummary(durations.map { .nanoseconds(Int64($0.nanoseconds)) }).map { (operation, $0) }
        }
    }
}
