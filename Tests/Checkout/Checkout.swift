import Foundation
package import SelfTest
package import SuiteLanguage

/// The suites and the simulated accessories of this checkout, read once.
package enum Checkout {
    /// The folder `Suites`.
    private static let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Suites")

    private static let read = Result { try SuitesFolder(path: suites.path).read() }

    package static var files: [SuiteFile] { get throws { try read.get() } }

    private static let loaded = Result {
        let library = try SuiteLibrary(files)
        return (library, try SimulatorLibrary(library.files, requirements: library.requirements))
    }

    package static var library: SuiteLibrary { get throws { try loaded.get().0 } }
    package static var simulators: SimulatorLibrary { get throws { try loaded.get().1 } }

    /// The files that define the words of a suite.
    package static var vocabulary: [SuiteFile] {
        get throws { try files.filter { $0.path.hasPrefix("vocabulary/") } }
    }
}
