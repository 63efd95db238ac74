import HAPModel
import Judge
import RunRecord
import SuiteLanguage
import Testing

@Suite("Causes that show in each message")
struct BrokenRulesTests {
    private let library: SuiteLibrary
    private let events: [JournalEvent]
    private let monitor: Verdict
    /// The numbers of responses that break the rule; a monitor reports the first three only.
    private let broken: [UInt64]

    /// A rule over all responses, which five responses break, and a case that rests on such responses.
    init() throws {
        var bench = try HandMadeRun("monitor: response\nexpect: {field: {http.protocol: HTTP/1.1}}")
        bench.controlled()
        for _ in 0..<5 { bench.elsewhere(.wire, ["kind": "response", "http": ["protocol": "HTTP/1.0"]]) }
        var procedure = try #require(HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]").library.cases.first)
        procedure.id = "x.y"
        var library = bench.library
        library.cases.append(procedure)
        self.library = library
        events = bench.everything
        monitor = bench.verdict
        broken = events.filter { $0.body["kind"] == "response" }.map(\.sequence)
    }

    private func verdict(_ name: String, citing number: UInt64, passes: Bool) -> Verdict {
        let finding = Finding(
            requirement: "R-MUST-2",
            severity: .failed,
            step: "1",
            expected: "e",
            got: "g",
            evidence: [number],
            bearing: .exchange
        )
        return Verdict(
            instance: "x.y[\(name); over=ip]",
            caseID: "x.y",
            outcome: passes ? .passed : .failed,
            findings: passes ? [] : [finding],
            evidence: [number]
        )
    }

    @Test("A finding on any message that broke the rule stands below it")
    func linked() throws {
        let number = try #require(broken.last)
        let verdict = verdict("a", citing: number, passes: false)
        let causes = LikelyCauses([monitor, verdict], events: events, library: library)
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        let finding = try #require(verdict.findings.first)
        #expect(causes.cause(of: finding, in: verdict.instance)?.requirement == "R-MUST")
    }

    @Test("A broken rule that does no harm explains nothing")
    func harmless() throws {
        let passing = broken.prefix(4).map { verdict("\($0)", citing: $0, passes: true) }
        let failing = verdict("z", citing: try #require(broken.last), passes: false)
        let causes = LikelyCauses([monitor] + passing + [failing], events: events, library: library)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }

    @Test("A finding on another message has no cause")
    func elsewhere() throws {
        let harmed = verdict("a", citing: try #require(broken.last), passes: false)
        var other = verdict("b", citing: 1000, passes: false)
        other.findings[0].requirement = "R-NOT"
        let causes = LikelyCauses([monitor, harmed, other], events: events, library: library)
        #expect(causes.groups.map(\.requirement) == ["R-MUST", "R-NOT"])
    }
}
