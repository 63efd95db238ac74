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

    /// As many as a rule needs to explain findings.
    private static let cases = ["a", "b", "c", "d", "e"]

    /// A rule over all responses, which five responses break, and cases that rest on such responses.
    init() throws {
        var bench = try HandMadeRun("monitor: response\nexpect: {field: {http.protocol: HTTP/1.1}}")
        bench.controlled()
        for _ in 0..<5 { bench.elsewhere(.wire, ["kind": "response", "http": ["protocol": "HTTP/1.0"]]) }
        let procedure = try #require(HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]").library.cases.first)
        var library = bench.library
        for name in Self.cases {
            var copy = procedure
            copy.id = "x.\(name)"
            library.cases.append(copy)
        }
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
            instance: "x.\(name)[over=ip]",
            caseID: "x.\(name)",
            outcome: passes ? .passed : .failed,
            findings: passes ? [] : [finding],
            evidence: [number]
        )
    }

    /// Failures of the cases, one on each of the broken messages.
    private func failures(of cases: some Collection<String>) -> [Verdict] {
        zip(cases, broken).map { verdict($0, citing: $1, passes: false) }
    }

    @Test("A finding on any message that broke the rule stands below it")
    func linked() throws {
        let verdicts = failures(of: Self.cases)
        let causes = LikelyCauses([monitor] + verdicts, events: events, library: library)
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        for verdict in verdicts {
            let finding = try #require(verdict.findings.first)
            #expect(causes.cause(of: finding, in: verdict.instance)?.requirement == "R-MUST")
        }
    }

    @Test("A rule that only few cases rest on explains nothing")
    func few() {
        let causes = LikelyCauses(
            [monitor] + failures(of: Self.cases.dropLast()),
            events: events,
            library: library
        )
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }

    @Test("A rule that only warns explains no failure, but warnings")
    func warning() {
        var warned = monitor
        for index in warned.findings.indices { warned.findings[index].severity = .warned }
        var verdicts = failures(of: Self.cases)
        let failed = LikelyCauses([warned] + verdicts, events: events, library: library)
        #expect(Set(failed.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
        for index in verdicts.indices { verdicts[index].findings[0].severity = .warned }
        let all = LikelyCauses([warned] + verdicts, events: events, library: library)
        #expect(all.groups.map(\.requirement) == ["R-MUST"])
    }

    @Test("A broken rule that does no harm explains nothing")
    func harmless() throws {
        let passing = zip(Self.cases, broken).dropLast().map { verdict($0, citing: $1, passes: true) }
        let failing = verdict("e", citing: try #require(broken.last), passes: false)
        let causes = LikelyCauses([monitor] + passing + [failing], events: events, library: library)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }

    @Test("A finding on another message has no cause")
    func elsewhere() throws {
        var other = verdict("a", citing: 1000, passes: false)
        other.findings[0].requirement = "R-NOT"
        let causes = LikelyCauses([monitor] + failures(of: Self.cases) + [other], events: events, library: library)
        #expect(causes.groups.map(\.requirement) == ["R-MUST", "R-NOT"])
    }
}
