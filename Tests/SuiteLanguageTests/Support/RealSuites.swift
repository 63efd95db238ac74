import Foundation
import HAPModel
import MarkedYAML

@testable import SuiteLanguage

/// `Suites/` of this checkout, loaded once.
enum RealSuites {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let path = root.appending(path: "Suites").path

    static let files = Result { try SuitesFolder(path: path).read() }
    static let library = Result { try SuiteLibrary(files.get()) }
    static var vocabulary: Vocabulary { get throws { try library.get().vocabulary } }

    /// A loader with the real vocabulary, requirements and vectors.
    static let loader = Result {
        SuiteLoader(
            vocabulary: try library.get().vocabulary,
            requirements: try library.get().requirements,
            tables: try VectorTables.read(try files.get()),
            names: TypeNames(try catalogue.get())
        )
    }

    static let catalogue = Result {
        func json(_ name: String) throws -> JSON {
            try JSON.parse([UInt8](try Data(contentsOf: URL(filePath: "\(path)/catalogue/\(name).json"))))
        }
        return try Catalogue(
            services: json("services"),
            characteristics: json("characteristics"),
            categories: json("categories")
        )
    }
}

/// A suite file for a test: `chapter: t`, `section: s`, one case `a.b` whose lines start at line 8.
struct SuiteText {
    let text: String

    init(case lines: String, proves requirement: String = "HAP-READ-001") {
        let head = ["chapter: t", "section: s", "title: \"T\"", "cases:", "  a.b:", "    title: \"x\""]
        let proves = ["    proves: \(requirement)"]
        let body = lines.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
        text = (head + proves + body).joined(separator: "\n") + "\n"
    }

    /// The cases, or all errors, one on each line.
    func load() throws -> (cases: [Case], problems: [String]) {
        let (cases, problems) = try RealSuites.loader.get().load(SuiteFile(path: "t/s.yaml", text: text))
        return (cases, problems.map(\.description))
    }
}
