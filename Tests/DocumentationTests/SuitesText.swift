import Foundation
import SuiteLanguage

/// The texts of this checkout's `Suites/`.
enum SuitesText {
    /// All of them.
    static func all() throws -> [SuiteFile] {
        try SuitesFolder(path: Checkout.root.appending(path: "Suites").path).read()
    }

    /// What suites are checked against: vocabulary and requirements.
    static func ground() throws -> [SuiteFile] {
        try all().filter { $0.path.hasPrefix("vocabulary/") || $0.path.hasPrefix("requirements/") }
    }

    /// The vocabulary alone.
    static func vocabulary() throws -> Vocabulary {
        try Vocabulary(try all().filter { $0.path.hasPrefix("vocabulary/") })
    }
}
