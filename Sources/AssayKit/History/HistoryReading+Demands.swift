package import History
import MarkedYAML
import Measurement

/// What a command needs of a history, and what the user asks of it.
extension HistoryReading {
    /// - Throws: ``SetupError`` if no trend can be shown.
    package func needTrend() throws(SetupError) { try need(2, "a trend needs at least 2") }

    /// - Throws: ``SetupError`` if there are too few runs to find a change.
    package func needChanges() throws(SetupError) {
        let fewest = ChangePoint.fewest
        try need(fewest, "with fewer than \(fewest), a change cannot be told from chance")
    }

    /// - Throws: ``SetupError`` if no two runs have the same firmware and suites.
    package func needRepetition() throws(SetupError) {
        guard !FlakyInstance.canBeFound(in: runs) else { return }
        throw SetupError(
            .unusable,
            "the history has no two whole runs of \(product) with the same firmware and suites (measurements have no verdicts); "
                + "a flaky instance shows only when a run is repeated"
        )
    }

    private func need(_ count: Int, _ why: String) throws(SetupError) {
        guard comparable < count else { return }
        let runs = comparable == 1 ? "1 run" : "\(comparable) runs"
        throw SetupError(
            .unusable,
            "the history has \(runs) of \(product) that can be compared (whole, with the same selection and transports); \(why)"
        )
    }

    /// The series that the user names: `read`, `read.p90`, `failed`; the usual ones without a name.
    ///
    /// - Throws: ``SetupError`` if no run has such a series.
    package func series(named subjects: [String]) throws(SetupError) -> [HistorySeries] {
        guard !subjects.isEmpty else { return usual() }
        var names: [String] = []
        for subject in subjects {
            let found = self.names(of: subject)
            guard !found.isEmpty else {
                let hint = NearNames(self.subjects).hint(for: subject)
                throw SetupError(.unusable, "the runs of \(product) have no series `\(subject)`\(hint)")
            }
            names += found.filter { !names.contains($0) }
        }
        return names.map(series)
    }
}
