import RunRecord
import SuiteLanguage

extension RunSet {
    /// Checks that the runs of both sides can be compared: all are complete and different, and tested the same accessory with
    /// the same suites.
    ///
    /// - Throws: ``ComparisonError`` for the first reason against it.
    static func check(_ old: RunSet, _ new: RunSet) throws(ComparisonError) {
        for run in old.runs + new.runs { try checkWhole(run) }
        try checkDifferent(old, new)
        let first = old.runs[0]
        for run in old.runs.dropFirst() + new.runs {
            try checkAccessory(first, run)
            try checkSuites(first, run)
        }
    }

    private static let anyway = "or compare with --anyway"

    private static func checkWhole(_ run: ComparedRun) throws(ComparisonError) {
        if run.isDamaged {
            throw ComparisonError(
                "lines of the journal of \(run.path) are missing or cannot be read, so it does not show everything; "
                    + "make the record again, \(anyway)"
            )
        }
        guard run.end.isWhole else {
            let why = run.end.message ?? run.end.reason.rawValue
            throw ComparisonError(
                "the run of \(run.path) ended early (\(why)), so it does not show everything; make the record again, \(anyway)"
            )
        }
    }

    /// A record on both sides hides a difference, because its times count for both.
    private static func checkDifferent(_ old: RunSet, _ new: RunSet) throws(ComparisonError) {
        for run in new.runs {
            guard let identity = run.identity, let same = old.runs.first(where: { $0.identity == identity }) else {
                continue
            }
            let both =
                same.path == run.path
                ? "\(run.path) is on both sides" : "\(same.path) and \(run.path) are the same record"
            throw ComparisonError(
                "\(both), so it would be compared with itself; name records of different runs, \(anyway)"
            )
        }
    }

    private static func checkAccessory(_ old: ComparedRun, _ new: ComparedRun) throws(ComparisonError) {
        guard let before = old.accessory, let after = new.accessory else { return }
        func differ<Value: Equatable>(_ old: Value?, _ new: Value?) -> Bool { old != nil && new != nil && old != new }
        let same =
            !differ(before.manufacturer, after.manufacturer) && !differ(before.model, after.model)
            && !differ(before.category, after.category)
        guard !same else { return }
        throw ComparisonError(
            "\(old.path) and \(new.path) tested different accessories: \(words(before)), and \(words(after)); "
                + "name records of one accessory, \(anyway)"
        )
    }

    /// `Lightbulb 1 of Assay, category 5`
    private static func words(_ accessory: AccessoryRecord) -> String {
        let category = accessory.category.map { ", category \($0)" } ?? ""
        return
            "\(accessory.model ?? "an unknown model") of \(accessory.manufacturer ?? "an unknown manufacturer")\(category)"
    }

    private static func checkSuites(_ old: ComparedRun, _ new: ComparedRun) throws(ComparisonError) {
        guard !old.isMeasurement, !new.isMeasurement else { return }
        func differing<Value: Equatable>(_ old: [String: Value], _ new: [String: Value]) -> [String] {
            old.filter { key, value in new[key] != nil && new[key] != value }.map(\.key).sorted()
        }
        let found = differing(old.suites, new.suites) + differing(old.demands, new.demands)
        guard let first = found.first else { return }
        let more = found.count > 1 ? " and \(found.count - 1) more differ" : " differs"
        throw ComparisonError(
            "\(old.path) and \(new.path) were judged by different suites (\(first)\(more)), so a verdict may have changed "
                + "without the accessory; run the suites of one version on both, \(anyway)"
        )
    }
}
