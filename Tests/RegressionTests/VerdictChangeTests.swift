import Judge
import Testing

@testable import Regression

@Suite("Verdicts that differ between two records")
struct VerdictChangeTests {
    private static let name = "write.one[over=ip]"

    /// The changes between runs with one verdict each; `nil` for a run without the instance.
    private static func changes(_ old: [Verdict?], _ new: [Verdict?]) throws -> [VerdictChange] {
        func side(_ path: String, _ verdicts: [Verdict?]) throws -> RunSet {
            let runs = verdicts.enumerated().map { index, verdict in
                let other = Runs.verdict("read.one[over=ip]", .passed)
                return Runs.run("\(path)\(index)", [other] + (verdict.map { [$0] } ?? []))
            }
            return try #require(RunSet(name: path, runs))
        }
        return try RunComparison(side("old", old), side("new", new)).verdicts
    }

    private static func verdict(_ outcome: Verdict.Outcome, _ manner: String = "http 204") -> Verdict {
        Runs.verdict(name, outcome, manner)
    }

    @Test(
        "The outcomes of one run on each side decide the kind of the change",
        arguments: [
            (.passed, .failed, .new), (.warned, .failed, .new), (.skipped, .failed, .new),
            (.inconclusive, .failed, .new),
            (nil, .failed, .new), (.failed, .passed, .fixed), (.failed, .warned, .fixed), (.warned, .passed, .fixed),
            (.passed, .skipped, .newlySkipped), (.failed, .skipped, .newlySkipped), (.passed, .inconclusive, .lost),
            (.failed, .errored, .lost), (.passed, .warned, .warned), (.passed, .passed, nil), (.failed, .failed, nil),
            (.warned, .warned, nil), (.skipped, .passed, nil), (.inconclusive, .passed, nil), (nil, .passed, nil),
            (.passed, nil, nil), (.skipped, .inconclusive, nil), (.skipped, .skipped, nil),
        ] as [(Verdict.Outcome?, Verdict.Outcome?, VerdictChange.Kind?)]
    )
    func kinds(old: Verdict.Outcome?, new: Verdict.Outcome?, kind: VerdictChange.Kind?) throws {
        let changes = try Self.changes([old.map { Self.verdict($0) }], [new.map { Self.verdict($0) }])
        #expect(changes.map(\.kind) == (kind.map { [$0] } ?? []))
        if let change = changes.first {
            #expect(change.before == old?.rawValue ?? "not run")
            #expect(change.after == new?.rawValue)
        }
    }

    @Test("A failure in another manner is changed, and a manner that any old run had is not")
    func manners() throws {
        let (one, other) = (Self.verdict(.failed, "http 204"), Self.verdict(.failed, "closed"))
        #expect(try Self.changes([one], [other]).map(\.kind) == [.changed])
        #expect(try Self.changes([one, other], [other]).isEmpty)
        #expect(try Self.changes([one], [one, other]).first?.verdict == other)
    }

    @Test("What fails in some runs of both sides is not new, and what no new run shows is fixed")
    func sets() throws {
        let (passed, failed) = (Self.verdict(.passed), Self.verdict(.failed))
        #expect(try Self.changes([passed, failed], [failed, failed]).isEmpty)
        #expect(try Self.changes([passed, failed], [passed, passed]).map(\.kind) == [.fixed])
        let new = try #require(try Self.changes([passed, passed], [passed, failed, passed]).first)
        #expect(new.kind == .new && new.after == "failed in 1 of 3 runs, passed in 2 of 3 runs")
        #expect(try Self.changes([passed], [passed, Self.verdict(.skipped)]).isEmpty)
    }

    @Test("A case that is skipped as a whole is newly skipped for each instance that was judged")
    func wholeCase() throws {
        let changes = try Self.changes([Self.verdict(.passed)], [Runs.verdict("write.one", .skipped)])
        #expect(changes.map(\.kind) == [.newlySkipped] && changes.first?.instance == Self.name)
    }

    @Test("A repetition by a regular controller that is skipped because its instance did not pass is not newly skipped")
    func vainRepetition() throws {
        let names = ["a.a[over=ip]", "a.a[by=user; over=ip]"]
        let old = Runs.run("old", names.map { Runs.verdict($0, .passed) })
        func kinds(_ first: Verdict.Outcome) throws -> [VerdictChange.Kind] {
            let new = Runs.run("new", zip(names, [first, .skipped]).map { Runs.verdict($0, $1) })
            return try RunComparison(Runs.side(old), Runs.side(new)).verdicts.map(\.kind)
        }
        #expect(try kinds(.warned) == [.warned] && kinds(.failed) == [.new])
        #expect(try kinds(.passed) == [.newlySkipped])
    }

    @Test("The most severe kind comes first")
    func order() throws {
        let names = ["a.a[over=ip]", "b.b[over=ip]", "c.c[over=ip]"]
        let old = Runs.run("old", zip(names, [.failed, .passed, .passed]).map { Runs.verdict($0, $1) })
        let new = Runs.run("new", zip(names, [.passed, .skipped, .failed]).map { Runs.verdict($0, $1) })
        let comparison = try RunComparison(Runs.side(old), Runs.side(new))
        #expect(comparison.verdicts.map(\.kind) == [.new, .newlySkipped, .fixed])
        #expect(comparison.common == 2 && comparison.onlyOld == 0 && comparison.onlyNew == 0)
    }
}
