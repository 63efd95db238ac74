import Judge
import RunRecord
import SuiteLanguage
import Testing

@testable import Regression

@Suite("Records that cannot be compared")
struct ComparisonCheckTests {
    private static func complaint(_ old: ComparedRun, _ new: ComparedRun) throws -> String? {
        let (before, after) = (try Runs.side(old), try Runs.side(new))
        do throws(ComparisonError) {
            _ = try RunComparison(before, after)
            return nil
        } catch {
            #expect((try? RunComparison(before, after, anyway: true)) != nil)
            return error.description
        }
    }

    @Test("A record that is damaged or whose run ended early is named with the reason")
    func incomplete() throws {
        let whole = Runs.run("Reports/a")
        let damaged = try #require(try Self.complaint(whole, Runs.run("Reports/b", isDamaged: true)))
        #expect(damaged.hasPrefix("lines of the journal of Reports/b are missing or cannot be read"))
        let cut = try #require(try Self.complaint(Runs.run("Reports/b", end: RunEnd(nil)), whole))
        #expect(cut.hasPrefix("the run of Reports/b ended early (the record has no end: the run was cut off)"))
        #expect(damaged.hasSuffix("or compare with --anyway") && cut.hasSuffix("or compare with --anyway"))
        #expect(try Self.complaint(Runs.run(end: RunEnd(.leftBehind)), whole) == nil)
    }

    @Test("Different accessories are named")
    func accessories() throws {
        let complaint = try #require(
            try Self.complaint(Runs.run("Reports/a"), Runs.run("Reports/b", model: "Switch 1"))
        )
        #expect(
            complaint.hasPrefix(
                "Reports/a and Reports/b tested different accessories: Lightbulb 1 of Assay, category 5, and Switch 1 of Assay"
            )
        )
    }

    @Test("Suites that differ in a file or in a requirement are named; what only one side has does not matter")
    func suites() throws {
        let one = Runs.run("Reports/a", suites: ["write.yaml": "one", "read.yaml": "one"])
        let file = try #require(try Self.complaint(one, Runs.run("Reports/b", suites: ["write.yaml": "two"])))
        #expect(file.contains("judged by different suites (write.yaml differs)"))
        #expect(try Self.complaint(one, Runs.run("Reports/b", suites: ["write.yaml": "one"])) == nil)
        let must = Runs.run("Reports/a", demands: ["HAP-WRITE-018": .init(level: .must, words: "refused")])
        let should = Runs.run("Reports/b", demands: ["HAP-WRITE-018": .init(level: .should, words: "refused")])
        #expect(try #require(try Self.complaint(must, should)).contains("(HAP-WRITE-018 differs)"))
    }

    @Test("Records without a common case cannot be compared at all")
    func nothingInCommon() throws {
        let other = Runs.run("Reports/b", [Runs.verdict("read.one[over=ip]", .passed)])
        let error = #expect(throws: ComparisonError.self) {
            try RunComparison(Runs.side(Runs.run("Reports/a")), Runs.side(other), anyway: true)
        }
        #expect(error?.description == "Reports/a and Reports/b have no case in common; record the same selection twice")
    }
}
