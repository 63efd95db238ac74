import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Judging alternatives")
struct AlternativeTests {
    private static let lines = """
        steps:
        - any-of:
          - pass: [{read: 1.2, expect: {value: 5}}]
          - pass: [{read: 1.2, expect: {outcome: refused}}]
          - warn: [{read: 1.2, expect: {value: 6}}]
        """

    private static let notDone: JSON = ["not-done": "no session"]

    @Test(
        "One that passes is enough; a tolerated one warns; none fails; an unseen one leaves the result open",
        arguments: [
            ([Seen.read(5), Seen.read(5), Seen.read(5)], .passed),
            ([Seen.read(7), Seen.http(400), Seen.read(7)], .passed),
            ([Seen.read(5), Seen.read(6), Seen.read(6)], .passed),
            ([Seen.read(6), Seen.read(6), Seen.read(6)], .warned),
            ([Seen.read(7), Seen.read(7), Seen.read(7)], .failed),
            ([Seen.read(7), notDone, Seen.read(7)], .inconclusive),
            ([notDone, Seen.http(400), notDone], .passed), ([notDone, Seen.read(6), Seen.read(6)], .inconclusive),
            ([notDone, notDone, notDone], .inconclusive), ([Seen.read(7), Seen.read(7), notDone], .inconclusive),
        ] as [([JSON], Verdict.Outcome)]
    )
    func outcomes(_ seen: [JSON], _ outcome: Verdict.Outcome) throws {
        var bench = try HandMadeRun(Self.lines)
        for (letter, body) in zip(["a", "b", "c"], seen) { bench.saw("1\(letter).1", body) }
        #expect(bench.verdict.outcome == outcome)
    }

    @Test("A violated alternative shows the expected result of all, and the received result of each")
    func text() throws {
        var bench = try HandMadeRun(Self.lines)
        bench.saw("1a.1", Seen.read(7, evidence: [1]))
        bench.saw("1b.1", Seen.read(8, evidence: [2]))
        bench.saw("1c.1", Seen.read(9, evidence: [3]))
        let verdict = bench.verdict
        let finding = try #require(verdict.findings.first)
        #expect(verdict.findings.count == 1)
        #expect(
            finding.expected
                == "the value 5, or a refusal: HTTP 400, or an Error TLV with the request's State + 1, or the value 6"
        )
        #expect(finding.got == "the value 7; HTTP 200; then HTTP 200; then the value 9; HTTP 200")
        #expect(finding.step == "1a.1")
        #expect(finding.evidence == [1, 2, 3])
        #expect(verdict.evidence == [1, 2, 3])
    }

    @Test("A tolerated result shows what would have been right")
    func warning() throws {
        var bench = try HandMadeRun(Self.lines)
        for letter in ["a", "b", "c"] { bench.saw("1\(letter).1", Seen.read(6)) }
        #expect(bench.verdict.findings.map(\.severity) == [.warned])
        #expect(bench.verdict.findings.map(\.expected) == ["the value 5"])
        #expect(bench.verdict.findings.map(\.got) == ["the value 6; HTTP 200"])
    }

    @Test("An error in one alternative does not spoil the others or earlier steps")
    func spoiling() throws {
        var bench = try HandMadeRun(
            """
            steps:
            - {read: 1.2, expect: {value: 1}}
            - any-of:
              - pass: [{write: {1.2: 5}}, {read: 1.2, expect: {value: 5}}]
              - pass: [{read: 1.2, expect: {value: 6}}]
            """
        )
        bench.saw("1", Seen.read(1))
        bench.saw("2a.1", Seen.http(400))
        bench.saw("2a.2", Seen.read(6))
        bench.saw("2b.1", Seen.read(6))
        #expect(bench.verdict.outcome == .passed)
    }
}
