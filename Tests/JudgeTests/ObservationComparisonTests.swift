import HAPModel
import Judge
import RunRecord
import Testing

@Suite("Comparing two observations")
struct ObservationComparisonTests {
    private static let lines = """
        one: {it: {has: [pr]}}
        steps:
        - {database: {}, as: db}
        - {read: it, expect: {field: {entry.value: {equals: db.of.it.value}}}}
        """

    private func database(_ entry: JSON) -> JSON {
        ["kind": "exchange", "answered": true, "of": ["it": entry], "summary": "HTTP 200", "evidence": [30]]
    }

    private func bench(_ database: JSON) throws -> HandMadeRun {
        var bench = try HandMadeRun(Self.lines)
        bench.add(.binding, ["it": "1.2"])
        bench.saw("1", database)
        bench.saw("2", Seen.read(7))
        bench.add(.probe, ["answered": true, "evidence": [50]])
        return bench
    }

    @Test("Equal fields pass")
    func equal() throws {
        #expect(try bench(database(["value": 7])).verdict.outcome == .passed)
    }

    @Test("Different fields fail, with both values and the messages of both observations")
    func different() throws {
        let verdict = try bench(database(["value": 5])).verdict
        #expect(verdict.outcome == .failed)
        let finding = try #require(verdict.findings.first)
        #expect(finding.expected == "entry.value is 5")
        #expect(finding.got == "entry.value is 7; HTTP 200")
        #expect(finding.evidence == [30, 40, 41])
    }

    @Test("Without the other field, nothing is proven")
    func missing() throws {
        let verdict = try bench(database(["iid": 2])).verdict
        #expect(verdict.outcome == .inconclusive)
        #expect(verdict.reason == "`db.of.it.value` had no value in step 2")
    }
}
