import Foundation
import HAPModel
import RunRecord
import SuiteLanguage
import Testing

@Suite("The suite lock")
struct SuiteLockTests {
    private static let library = Result {
        let suites = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Suites")
        return try SuiteLibrary(try SuitesFolder(path: suites.path).read())
    }

    /// The content of a case without its positions, which differ in the lock's files.
    private func summary(_ item: Case) -> String {
        let terms = item.expectations.map { expectation in
            expectation.terms.map { "\($0.predicate) \($0.argument)" } + expectation.proves
        }
        return "\(item.id) \(item.title) \(item.allProves) \(item.rows) \(item.state) \(terms)"
    }

    @Test("A run's cases are read from its lock unchanged, with every requirement that they cite")
    func roundTrip() throws {
        let library = try Self.library.get()
        let lock = SuiteLock(library, caseIDs: Set(library.cases.map(\.id)))
        let text = lock.json.serialized()
        let read = try #require(SuiteLock(try JSON.parse(Array(text.utf8))))
        #expect(read == lock)
        let again = try SuiteLibrary(read.files)
        #expect(again.cases.map(summary) == library.cases.map(summary))
        for item in library.cases {
            for id in item.allProves + item.rowProves {
                var here = try #require(library.requirements[id])
                let there = try #require(again.requirements[id])
                #expect(here.consequenceOf.map(\.id) == there.consequenceOf.map(\.id))
                here.mark = there.mark
                here.consequenceOf = there.consequenceOf
                #expect(here == there)
            }
        }
    }

    @Test(
        "A lock holds what its cases need, and little else",
        arguments: ["write.round-trip", "pair-verify.low-order"]
    )
    func small(_ id: String) throws {
        let library = try Self.library.get()
        let lock = SuiteLock(library, caseIDs: [id])
        let again = try SuiteLibrary(lock.files)
        #expect(again.case(id).map(summary) == library.case(id).map(summary))
        // Nearly all of it is the vocabulary; all suites are seven times as large.
        #expect(lock.json.serialized().utf8.count < 235_000)
        #expect(again.requirements.ids.count < 100)
    }

    @Test("A malformed lock is rejected", arguments: [nil, .null, [], "x"] as [JSON?])
    func noLock(_ json: JSON?) { #expect(SuiteLock(json) == nil) }
}
