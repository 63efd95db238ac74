import Foundation
package import Gate
import MarkedYAML
import Reporting
import SuiteLanguage

/// A baseline file that the user names.
package struct BaselineFile: Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Whether the file exists.
    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Reads the file.
    ///
    /// - Parameter suites: the suites that must have its cases; `nil` accepts cases that no longer exist.
    /// - Throws: ``SetupError`` if it cannot be read, or with the file, line and column of the first error in it.
    package func read(_ suites: Suites?) throws(SetupError) -> Baseline {
        let text = try NamedFile(path: path, what: "the baseline")
            .text(orElse: "`assay baseline update RECORD --baseline \(path)` writes it")
        let cases = suites.map { Set($0.cases) }
        return try SetupError.with(.unusable) { try Baseline(text, file: path, cases: cases) }
    }

    /// Writes the file; an older one stays until the new one is complete.
    ///
    /// - Throws: ``SetupError`` if it cannot be written.
    package func write(_ baseline: Baseline) throws(SetupError) {
        try SetupError.with(.unusable) { try ReportFile.write(Array(baseline.text.utf8), to: path) }
    }
}
