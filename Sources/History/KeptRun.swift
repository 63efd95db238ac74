/// A run in the history, with its number there.
package struct KeptRun: Sendable, Hashable {
    /// Counts from 1 in the order in which the runs were kept.
    package var number: Int64
    package var run: HistoryRun

    package init(number: Int64, run: HistoryRun) {
        self.number = number
        self.run = run
    }

    /// `#12`
    package var label: String { "#\(number)" }

    /// Whether figures and counts of both can be compared.
    func isLike(_ other: KeptRun) -> Bool {
        run.kind == other.run.kind && run.selection == other.run.selection
            && run.accessory.transports == other.run.accessory.transports
    }
}
