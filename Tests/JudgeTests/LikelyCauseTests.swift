import HAPModel
import Judge
import Measurement
import RunRecord
import SuiteLanguage
import Testing

@Suite("The likely cause of a run's findings")
struct LikelyCauseTests {
    private static func finding(
        _ requirement: String,
        step: String = "1",
        _ bearing: Bearing = .answer,
        severity: Finding.Severity = .failed,
        asks: Int = 1,
        got: String = "g"
    ) -> Finding {
        Finding(
            requirement: requirement,
            severity: severity,
            step: step,
            expected: "e",
            got: got,
            evidence: [],
            bearing: bearing,
            asks: asks
        )
    }

    private static func verdict(_ instance: String, _ findings: [Finding] = []) -> Verdict {
        Verdict(
            instance: instance,
            caseID: String(instance.prefix { $0 != "[" }),
            outcome: findings.isEmpty ? .passed : .failed,
            findings: findings,
            met: findings.isEmpty ? ["R-MUST"] : []
        )
    }

    private static func causes(_ verdicts: [Verdict], _ lines: String = "steps: [{read: 1.2, expect: {value: 5}}]")
        throws -> LikelyCauses
    {
        LikelyCauses(verdicts, events: [], library: try HandMadeRun(lines).library)
    }

    private static func cause(_ verdicts: [Verdict]) throws -> LikelyCause? { try causes(verdicts).groups.first }

    @Test("Without findings there is none")
    func nothing() throws {
        #expect(try Self.cause([]) == nil)
        #expect(try Self.cause([Self.verdict("a.b[over=ip]")]) == nil)
    }

    @Test(
        "Of two findings, one comes first in either order",
        arguments: [
            // A wrong response comes before a failed exchange, and that before a missing value.
            (finding("R-MUST", .answer), finding("R-MUST-2", .exchange)),
            (finding("R-MUST", .exchange), finding("R-MUST-2", .absence)),
            // A failure comes before a warning.
            (finding("R-MUST", step: "5"), finding("R-MUST-2", severity: .warned)),
            // Fewer conditions come before more conditions.
            (finding("R-MUST", step: "5", asks: 1), finding("R-MUST-2", asks: 3)),
            // An earlier step comes first.
            (finding("R-MUST", step: "2a.1"), finding("R-MUST-2", step: "10")),
        ]
    )
    func order(_ first: Finding, _ second: Finding) throws {
        for findings in [[first, second], [second, first]] {
            let verdicts = findings.enumerated().map { Self.verdict("x.y\($0)[over=ip]", [$1]) }
            #expect(try Self.cause(verdicts)?.requirement == "R-MUST")
        }
    }

    @Test("An expectation of one requirement comes before one of several")
    func single() throws {
        let shared = Self.verdict("x.y[over=ip]", [Self.finding("R-MUST-2"), Self.finding("R-NOT")])
        let single = Self.verdict("x.z[over=ip]", [Self.finding("R-MUST", step: "9")])
        let cause = try #require(try Self.cause([shared, single]))
        #expect(cause.requirement == "R-MUST")
        #expect(cause.instance == "x.z[over=ip]")
        #expect(cause.instances == 1)
        #expect(cause.requirements == 1)
    }

    @Test("A requirement that was met elsewhere in the run is less likely than one that never was")
    func held() throws {
        let broken = Self.verdict("x.y[over=ip]", [Self.finding("R-MUST"), Self.finding("R-MUST-2", got: "h")])
        #expect(try Self.cause([broken])?.requirement == "R-MUST")
        #expect(try Self.cause([broken, Self.verdict("a.b[row=z; over=ip]")])?.requirement == "R-MUST-2")
    }

    @Test("A step that fails after a wrong response in the same instance stands below it")
    func lostState() throws {
        let wrong = Self.finding("R-MUST", step: "1")
        let lost = Self.finding("R-MUST-2", step: "3", .exchange)
        let causes = try Self.causes([Self.verdict("x.y[over=ip]", [wrong, lost])])
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        #expect(causes.groups.first?.instances == 1)
        #expect(causes.groups.first?.requirements == 2)
        #expect(causes.cause(of: lost, in: "x.y[over=ip]")?.requirement == "R-MUST")
        #expect(causes.cause(of: wrong, in: "x.y[over=ip]") == nil)
    }

    @Test(
        "Without evidence of a link, each requirement heads its own group",
        arguments: [
            // Another instance.
            [verdict("x.y[over=ip]", [finding("R-MUST")]), verdict("x.z[over=ip]", [finding("R-MUST-2", .exchange)])],
            // A wrong response shows a fault directly.
            [verdict("x.y[over=ip]", [finding("R-MUST"), finding("R-MUST-2", step: "2")])],
            // The same requirement is also violated where nothing was lost.
            [
                verdict("x.y[over=ip]", [finding("R-MUST"), finding("R-MUST-2", step: "2", .exchange)]),
                verdict("x.z[over=ip]", [finding("R-MUST-2", .exchange)]),
            ],
        ]
    )
    func unlinked(_ verdicts: [Verdict]) throws {
        let causes = try Self.causes(verdicts)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
        for verdict in verdicts {
            for finding in verdict.findings { #expect(causes.cause(of: finding, in: verdict.instance) == nil) }
        }
    }

    /// Findings that rest on a request of this journal: event 0 is POST /pair-setup, event 1 is GET /accessories.
    private static func linked(_ verdicts: [Verdict]) throws -> LikelyCauses {
        let lines = ["POST /pair-setup HTTP/1.1", "GET /accessories HTTP/1.1"]
        let events = lines.enumerated().map { number, line in
            JournalEvent(
                sequence: UInt64(number),
                at: Moment(nanoseconds: 0),
                kind: .wire,
                instance: nil,
                step: nil,
                body: ["kind": "request", "start": .string(line), "state": number == 0 ? 3 : .null]
            )
        }
        let library = try HandMadeRun("steps: [{read: 1.2, expect: {value: 5}}]").library
        return LikelyCauses(verdicts, events: events, library: library)
    }

    private static func citing(_ finding: Finding, _ number: UInt64) -> Finding {
        var finding = finding
        finding.evidence = [number]
        return finding
    }

    /// A requirement that a wrong response shows, and that also fails elsewhere with a symptom.
    private static let shown = [
        verdict("x.y[over=ip]", [citing(finding("R-MUST", got: "M4: HTTP 200, State 4, proof"), 0)]),
        verdict("x.z[over=ip]", [citing(finding("R-MUST", .absence, got: "a is absent; M4: Error 2"), 0)]),
    ]

    @Test("A request that fails like one of a requirement that a wrong response violates elsewhere stands below it")
    func symptom() throws {
        let same = Self.citing(Self.finding("R-MUST-2", .exchange, got: "M4: Error 2"), 0)
        let causes = try Self.linked(Self.shown + [Self.verdict("x.w[over=ip]", [same])])
        #expect(causes.groups.map(\.requirement) == ["R-MUST"])
        #expect(causes.cause(of: same, in: "x.w[over=ip]")?.requirement == "R-MUST")
    }

    @Test(
        "A failure of another request, with another response, or without a wrong response elsewhere heads its own group",
        arguments: [
            shown + [verdict("x.w[over=ip]", [citing(finding("R-MUST-2", .exchange, got: "M4: Error 2"), 1)])],
            shown + [verdict("x.w[over=ip]", [citing(finding("R-MUST-2", .exchange, got: "M4: Error 7"), 0)])],
            shown.suffix(1) + [verdict("x.w[over=ip]", [citing(finding("R-MUST-2", .absence, got: "M4: Error 2"), 0)])],
            [
                verdict("x.y[over=ip]", [citing(finding("R-MUST", got: "HTTP 207 {\"status\":0}"), 0)]),
                verdict(
                    "x.w[over=ip]",
                    [citing(finding("R-MUST-2", .exchange, got: "HTTP 207 {\"status\":-70402}"), 0)]
                ),
            ],
        ]
    )
    func otherSymptom(_ verdicts: [Verdict]) throws {
        let causes = try Self.linked(verdicts)
        #expect(Set(causes.groups.map(\.requirement)) == ["R-MUST", "R-MUST-2"])
    }

    private static func exchange(_ number: UInt64, about characteristic: JSON) -> JournalEvent {
        JournalEvent(
            sequence: 100 + number,
            at: Moment(nanoseconds: 0),
            kind: .observation,
            instance: nil,
            step: nil,
            body: ["kind": "entries", "ids": .array([characteristic]), "evidence": .array([JSON(number)])]
        )
    }

    @Test(
        "A consequence that the catalogue names stands below its cause if both show in one message, or at one characteristic"
    )
    func consequence() throws {
        let library = try HandMadeRun.libraryWithConsequence()
        let consequence = Self.verdict("x.y[over=ip]", [Self.citing(Self.finding("R-MUST"), 7)])
        for (number, heads) in [(UInt64(7), ["R-NOT"]), (8, ["R-MUST", "R-NOT"])] {
            let cause = Self.verdict("x.z[over=ip]", [Self.citing(Self.finding("R-NOT", asks: 2), number)])
            let causes = LikelyCauses([consequence, cause], events: [], library: library)
            #expect(causes.groups.map(\.requirement) == heads)
        }
        let cause = Self.verdict("x.z[over=ip]", [Self.citing(Self.finding("R-NOT", asks: 2), 8)])
        for (characteristic, heads) in [("1.53", ["R-NOT"]), ("1.54", ["R-MUST", "R-NOT"])] {
            let events = [Self.exchange(7, about: "1.53"), Self.exchange(8, about: .string(characteristic))]
            let causes = LikelyCauses([consequence, cause], events: events, library: library)
            #expect(causes.groups.map(\.requirement) == heads, "\(characteristic)")
        }
    }

    @Test("Groups with failures come before groups of warnings only")
    func severity() throws {
        let warning = Self.verdict("x.y[over=ip]", [Self.finding("R-MUST", severity: .warned)])
        let failure = Self.verdict("x.z[over=ip]", [Self.finding("R-MUST-2", .absence)])
        let causes = try Self.causes([warning, failure])
        #expect(causes.groups.map(\.requirement) == ["R-MUST-2", "R-MUST"])
    }

    @Test(
        "The judge says how directly a finding shows the fault",
        arguments: [
            // The accessory did something forbidden.
            ("{outcome: refused}", Seen.pairing(2), .answer),
            // Its response says the wrong thing.
            ("{has: [salt]}", Seen.pairing(2), .answer), ("{field: {lengths.salt: 16}}", Seen.salted(4), .answer),
            // It rejects what should succeed, or rejects it in an unexpected way.
            ("{ends-at: M2}", Seen.pairing(2, error: "busy"), .exchange),
            ("{outcome: unavailable}", Seen.pairing(2, error: "busy"), .exchange),
            ("{has: [salt]}", Seen.pairing(2, error: "busy"), .exchange),
            // There is nothing to compare, or the procedure was not reached.
            ("{field: {lengths.salt: 16}}", Seen.pairing(2), .absence),
            ("{outcome: authentication}", Seen.pairing(2, error: "busy", aim: "M4"), .absence),
        ] as [(String, JSON, Bearing)]
    )
    func bearing(_ expectation: String, _ seen: JSON, _ bearing: Bearing) throws {
        var bench = try HandMadeRun("needs: unpaired\nsteps: [{pair-setup: {upto: M2}, expect: \(expectation)}]")
        bench.saw("1", seen)
        let finding = try #require(bench.verdict.findings.first)
        #expect(finding.bearing == bearing)
    }

    @Test("If all alternatives fail, the one that failed for another reason counts")
    func alternatives() throws {
        var bench = try HandMadeRun(
            """
            needs: unpaired
            steps:
            - {pair-setup: {upto: M2}, as: made}
            - any-of:
              - pass: [{expect: {made: {outcome: refused}}}]
              - pass: [{expect: {made: {outcome: success}}}, {pair-setup: {upto: M2}, expect: {ends-at: M2}}]
            """
        )
        bench.saw("1", Seen.pairing(2))
        bench.saw("2b.2", Seen.pairing(2, error: "unavailable"))
        #expect(bench.verdict.findings.map(\.bearing) == [.exchange])
    }
}
