package import Judge
package import Reporting
package import RunRecord
import SuiteLanguage

/// The record of a run, read back and judged again.
package struct RecordedRun: Sendable {
    package let reader: RunReader
    package let rejudgement: Rejudgement
    /// The report of the new verdicts.
    package let report: RunReport

    /// - Parameter path: the run's folder, or its journal.
    /// - Throws: ``SetupError`` if the record is missing, or cannot be read by this version.
    package init(_ path: String) throws(SetupError) {
        (reader, rejudgement) = try SetupError.with(.unusable) {
            let reader = try RunReader(path: path)
            return (reader, try Rejudgement(reader.events))
        }
        report = RunReport(events: reader.events, library: rejudgement.library, verdicts: rejudgement.verdicts)
    }

    /// What to know about a record that is not whole, one line each.
    package var complaints: [String] { reader.complaints + [cut].compactMap { $0 } }

    /// That the record was cut off, and what it lacks; `nil` if it ends with the end of its run.
    var cut: String? {
        guard rejudgement.isCutOff else { return nil }
        let open = rejudgement.unjudged.count
        let left = open == 0 ? "" : ": \(Spoken.count(open, "instance")) of the plan without a verdict"
        return "the record was cut off before the end of the run\(left)"
    }
}

extension RunReader {
    /// What to know about a journal that is not whole, one line each.
    var complaints: [String] {
        unreadable > 0 ? ["\(Spoken.count(unreadable, "event")) of the journal could not be read"] : []
    }
}
