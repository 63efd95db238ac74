import Judge
package import Measurement
import RunRecord
import SuiteLanguage

/// What differs between the records of an old and of a new state of an accessory.
package struct RunComparison: Sendable {
    package let old: RunSet
    package let new: RunSet
    /// The verdicts that differ, the most severe kind first, then in the order of the new run.
    package let verdicts: [VerdictChange]
    /// The number of instances that both sides judged.
    package let common: Int
    /// The number of instances that only one side has, and that did not fail.
    package let onlyOld: Int
    package let onlyNew: Int
    /// What the accessory says of itself.
    package let identity: [FieldChange]
    package let advertisement: [FieldChange]
    package let database: [DatabaseChange]
    /// The durations of the operations that both sides measured, those that differ first.
    package let shifts: [Shift]
    /// The times that both sides measured.
    package let measured: MeasuredComparison
    /// Whether a measured operation that became slower makes the new side worse.
    package var countsSlower = false

    /// - Parameters:
    ///   - old: the runs before the change.
    ///   - new: the runs after it.
    ///   - anyway: whether to compare records of different accessories or suites, and incomplete ones.
    /// - Throws: ``ComparisonError`` if the records cannot be compared.
    package init(_ old: RunSet, _ new: RunSet, anyway: Bool = false) throws(ComparisonError) {
        if !anyway { try RunSet.check(old, new) }
        let (before, after) = (old.verdicts, new.verdicts)
        let shared = Set(before.keys).intersection(after.keys)
        let measured = MeasuredComparison(old, new)
        guard !shared.isEmpty || !measured.compared.isEmpty || !measured.lost.isEmpty else {
            throw Self.nothingInCommon(old, new, measured)
        }
        self.measured = measured
        self.old = old
        self.new = new
        let changes = VerdictChanges(old, before, new, after)
        verdicts = changes.all
        common = changes.common
        let changed = Set(verdicts.map(\.instance))
        onlyOld = before.keys.count { after[$0] == nil && !changed.contains($0) }
        onlyNew = after.keys.count { before[$0] == nil && !changed.contains($0) }
        identity = FieldChange.identity(old.newest.accessory, new.newest.accessory)
        advertisement = FieldChange.advertisement(old.newest.snapshots, new.newest.snapshots)
        database = DatabaseChange.changes(old.newest.snapshots["database"], new.newest.snapshots["database"])
        let all = Shift.shifts(Self.operations(old, new, instances: shared))
        let isDifferent = { (shift: Shift) in [.slower, .faster].contains(shift.direction) }
        shifts = all.filter(isDifferent) + all.filter { !isDifferent($0) }
    }

    private static func nothingInCommon(
        _ old: RunSet,
        _ new: RunSet,
        _ measured: MeasuredComparison
    ) -> ComparisonError {
        guard let first = measured.uncompared.first else {
            return ComparisonError(
                "\(old.name) and \(new.name) have no case in common; record the same selection twice"
            )
        }
        let more =
            measured.uncompared.count > 1
            ? "; not compared either: \(Spoken.count(measured.uncompared.count - 1, "other operation"))" : ""
        return ComparisonError(
            "\(old.name) and \(new.name) have nothing that can be compared: \(first.name): \(first.reason)\(more); "
                + "measure the same operations with the same load twice"
        )
    }

    /// The changes of one kind.
    package func verdicts(_ kind: VerdictChange.Kind) -> [VerdictChange] { verdicts.filter { $0.kind == kind } }

    /// The durations by operation, of the tester's own messages and of instances that both sides have.
    private static func operations(
        _ old: RunSet,
        _ new: RunSet,
        instances: Set<String>
    ) -> [(name: String, old: Sample, new: Sample)] {
        func durations(_ side: RunSet) -> [String: [OperationDuration]] {
            let counting = side.runs.flatMap(\.durations).filter { $0.instance.map(instances.contains) ?? true }
            return Dictionary(grouping: counting, by: \.operation)
        }
        let (before, after) = (durations(old), durations(new))
        return Set(before.keys).intersection(after.keys).sorted().map { name in
            (name, Sample((before[name] ?? []).map(\.nanoseconds)), Sample((after[name] ?? []).map(\.nanoseconds)))
        }
    }
}
