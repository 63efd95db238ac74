import Foundation
import Judge
package import Regression
import RunRecord

/// The comparison of two records, or of two folders of records: what `assay compare` does.
package enum RecordComparison {
    /// Reads both sides, judges each record again by its own suites, and compares them.
    ///
    /// - Parameters:
    ///   - old: a record, or a folder of records.
    ///   - new: the same of the new state.
    ///   - anyway: whether to compare records of different accessories or suites, and incomplete ones.
    /// - Throws: ``SetupError`` if a record is missing or unreadable, or if the records cannot be compared.
    package static func make(_ old: String, _ new: String, anyway: Bool) throws(SetupError) -> RunComparison {
        let (before, after) = (try set(old), try set(new))
        return try SetupError.with(.unusable) { try RunComparison(before, after, anyway: anyway) }
    }

    private static func set(_ path: String) throws(SetupError) -> RunSet {
        var paths = [path]
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isFolder.boolValue, !RunFolder.holdsJournal(path) {
            paths = try RecordList(path).entries.map(\.path)
            guard !paths.isEmpty else {
                throw SetupError(
                    .unusable,
                    "\(path) is not a record and has none; name the folder of a run, or of runs"
                )
            }
        }
        var runs: [ComparedRun] = []
        for path in paths {
            let run = try SetupError.with(.unusable) {
                let reader = try RunReader(path: path)
                let rejudgement = try Rejudgement(reader.events)
                return ComparedRun(path: path, reader.events, isDamaged: reader.unreadable > 0, rejudgement)
            }
            runs.append(run)
        }
        guard let set = RunSet(name: path, runs) else { throw SetupError(.unusable, "\(path) has no record") }
        return set
    }
}
