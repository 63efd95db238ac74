import Foundation
import RunRecord
import SuiteLanguage
import Testing

@Suite("The suite locks that runs share")
struct SuiteLocksTests {
    private static let library = Result {
        let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Suites")
        return try SuiteLibrary(try SuitesFolder(path: suites.path).read())
    }

    @Test("A shared lock equals the run's own")
    func same() throws {
        let library = try Self.library.get()
        let locks = SuiteLocks(library)
        for ids: Set<String> in [["write.round-trip"], ["pair-verify.low-order", "write.round-trip"], []] {
            #expect(locks.lock(caseIDs: ids) == SuiteLock(library, caseIDs: ids))
            #expect(locks.lock(caseIDs: ids) == SuiteLock(library, caseIDs: ids))
        }
        #expect(locks.count == 3)
    }

    @Test("Runs with cases of the same files share one lock")
    func shared() throws {
        let library = try Self.library.get()
        let locks = SuiteLocks(library)
        let section = library.cases.filter { $0.chapter == "session" && $0.section == "responses" }.map(\.id)
        try #require(section.count > 2)
        for id in section { _ = locks.lock(caseIDs: [id]) }
        _ = locks.lock(caseIDs: Set(section))
        #expect(locks.count == 1)
    }
}
