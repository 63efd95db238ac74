import Foundation
import HAPModel
import Processes
import RunRecord
import SuiteLanguage

/// A part of the suites with only what some cases need, so that the program loads it quickly.
struct SuiteExcerpt {
    private let files: [SuiteFile]

    private static let all: Result<[SuiteFile], any Error> = Result {
        try SuitesFolder(path: AssayProgram.root.appending(path: "Suites").path).read()
    }

    /// - Parameters:
    /// - caseIDs: the cases; the other cases of their sections are included.
    /// - own: a section of the test itself.
    init(_ caseIDs: Set<String>, own: SuiteFile? = nil) throws {
        let all = try Self.all.get()
        let library = try SuiteLibrary(all + (own.map { [$0] } ?? []))
        files =
            SuiteLock(library, caseIDs: caseIDs).files
            + all.filter { $0.path.hasPrefix("catalogue/") || $0.path == "requirements/applies.yaml" }
    }

    /// Writes it into the workspace.
    ///
    /// - Returns: the folder.
    func write(to workspace: Workspace) throws -> String {
        for file in files { try workspace.write(file.text, to: "Excerpt/\(file.path)") }
        return workspace.path("Excerpt")
    }
}
