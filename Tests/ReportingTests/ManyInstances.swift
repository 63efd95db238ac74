import HAPModel
import Judge

@testable import Reporting

/// A run with far more instances than suites have today.
enum ManyInstances {
    static let count = 2000

    /// The instances of the golden run, again and again under other names.
    static func report() throws -> RunReport {
        var report = try GoldenRun.report()
        let entries = report.entries
        report.entries = (0..<count).map { index in
            var entry = entries[index % entries.count]
            entry.verdict.instance = "\(entry.verdict.caseID)[copy=\(index); over=ip]"
            return entry
        }
        return report
    }
}
