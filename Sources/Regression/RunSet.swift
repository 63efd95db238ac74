import Gate
import Judge

/// One side of a comparison: the records of one or more runs of the same accessory.
package struct RunSet: Sendable {
    /// What the user named: a record, or a folder of records.
    package let name: String
    /// The runs, the oldest first; at least one.
    package let runs: [ComparedRun]

    /// - Returns: `nil` without runs.
    package init?(name: String, _ runs: [ComparedRun]) {
        guard !runs.isEmpty else { return nil }
        self.name = name
        self.runs = runs.sorted { ($0.started, $0.path) < ($1.started, $1.path) }
    }

    /// The run whose accessory, database and advertisement are compared.
    package var newest: ComparedRun { runs[runs.count - 1] }

    /// The verdicts of all runs by instance.
    var verdicts: [String: [Verdict]] { Dictionary(grouping: runs.flatMap(\.verdicts), by: \.instance) }

    /// The instances that a run skipped because they only repeat what did not pass.
    var vainRepetitions: Set<String> {
        runs.reduce(into: []) { names, run in
            let counting = Set(Gate.withoutVainRepetitions(run.verdicts).map(\.instance))
            names.formUnion(run.verdicts.map(\.instance).filter { !counting.contains($0) })
        }
    }
}
