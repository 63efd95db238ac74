import Measurement

/// An instance whose verdict differs between runs of the same firmware and suites.
package struct FlakyInstance: Sendable, Hashable {
    /// What one run says of it.
    package struct Sighting: Sendable, Hashable {
        package let run: KeptRun
        package let verdict: HistoryVerdict
    }

    package let instance: String
    package let firmware: String?
    package let suites: String
    /// Its verdicts in the order of the runs.
    package let sightings: [Sighting]

    /// The number of runs with each outcome, the most frequent first.
    package var outcomes: [(outcome: String, count: Int)] {
        Dictionary(grouping: sightings, by: \.verdict.outcome).map { ($0.key, $0.value.count) }
            .sorted { ($1.count, $0.outcome) < ($0.count, $1.outcome) }
    }

    /// The number of different failures and warnings.
    package var manners: Int { Set(sightings.compactMap(\.verdict.fingerprint)).count }

    /// How often a run differs from the one before it.
    package var flips: Int {
        zip(sightings, sightings.dropFirst()).count { Self.sign($0.verdict) != Self.sign($1.verdict) }
    }

    /// Whether it goes back and forth, or differs once without a change that the search finds. Of a single run nothing shows whether
    /// its difference lasts; another failure from some run on is a change if there are enough runs.
    private func isFlaky(_ search: ChangeSearch) -> Bool {
        guard flips == 1, stretches.allSatisfy({ $0.count > 1 }) else { return flips > 0 }
        let badness = sightings.compactMap(\.verdict.badness)
        if Set(badness).count == 1 { return sightings.count < ChangePoint.fewest }
        return search.changes(in: badness).isEmpty
    }

    private static func sign(_ verdict: HistoryVerdict) -> [String?] { [verdict.outcome, verdict.fingerprint] }

    /// Outcomes that do not say what the accessory did: a skip depends on the selection and on permissions.
    private static let silent: Set = ["skipped"]

    private static func isTelling(_ run: KeptRun) -> Bool { run.run.isWhole && run.run.kind == .run }

    /// What must be the same for verdicts to be comparable.
    private static func circumstances(_ run: KeptRun) -> [String?] {
        [run.run.accessory.firmware, run.run.suites, run.run.accessory.transports]
    }

    /// Whether any two of the runs have the same firmware and suites.
    package static func canBeFound(in runs: [KeptRun]) -> Bool {
        let groups = Dictionary(grouping: runs.filter(isTelling), by: circumstances)
        return groups.values.contains { $0.count > 1 }
    }

    /// Its verdicts, with equal ones that follow each other as one.
    package var stretches: [ArraySlice<Sighting>] {
        var stretches: [ArraySlice<Sighting>] = []
        for (index, sighting) in sightings.enumerated() {
            if let last = stretches.last?.last, Self.sign(last.verdict) == Self.sign(sighting.verdict) {
                stretches[stretches.count - 1] = sightings[stretches[stretches.count - 1].startIndex...index]
            } else {
                stretches.append(sightings[index...index])
            }
        }
        return stretches
    }

    /// Finds them. Only whole runs count: what an interrupted run did not reach says nothing.
    ///
    /// - Parameters:
    ///   - runs: the runs of one product, in the order of their starts.
    ///   - verdicts: their verdicts by number; instances that have the same verdict in all runs may be missing.
    ///   - search: finds the lasting changes, which are no flakiness.
    /// - Returns: those whose verdict changes most often first.
    static func all(in runs: [KeptRun], _ verdicts: [Int64: [HistoryVerdict]], _ search: ChangeSearch)
        -> [FlakyInstance]
    {
        var groups: [[String?]: [Sighting]] = [:]
        for run in runs where isTelling(run) {
            for verdict in verdicts[run.number] ?? [] where !silent.contains(verdict.outcome) {
                groups[[verdict.instance] + circumstances(run), default: []].append(
                    Sighting(run: run, verdict: verdict)
                )
            }
        }
        return groups.compactMap { key, sightings in
            let found = FlakyInstance(
                instance: key[0] ?? "",
                firmware: key[1],
                suites: key[2] ?? "",
                sightings: sightings
            )
            return found.isFlaky(search) ? found : nil
        }.sorted { ($1.flips, $0.instance, $0.firmware ?? "") < ($0.flips, $1.instance, $1.firmware ?? "") }
    }
}
