import HAPModel
import Judge
import RunRecord
import SuiteLanguage
import Testing

@Suite("Judging documents and monitors")
struct DocumentTests {
    /// Two accessories; `a` has two services, `b` one.
    private static let snapshot: JSON = [
        "name": "database", "evidence": [90],
        "accessory": [["place": "a", "aid": 1], ["place": "b", "aid": 2]],
        "service": [
            ["place": "a.1", "accessory": "a", "type": "3E", "summary": "information"],
            ["place": "a.2", "accessory": "a", "type": "43", "summary": "lightbulb"],
            ["place": "b.1", "accessory": "b", "type": "43", "summary": "lightbulb"],
        ],
    ]

    private func verdict(_ check: String, proves: String = "R-MUST", snapshot: JSON? = snapshot) throws -> Verdict {
        var bench = try HandMadeRun("document: database\nchecks: [\(check)]", proves: proves)
        if let snapshot { bench.elsewhere(.snapshot, snapshot) }
        return bench.verdict
    }

    private static let is43 = "field: {type: \"43\"}"
    private static let is3E = "field: {type: \"3E\"}"

    @Test(
        "Quantifiers count the selected elements, in the whole snapshot or in each group",
        arguments: [
            ("{select: service, expect: {field: {type: {present: true}}}}", .passed, []),
            ("{select: service, expect: {\(is43)}}", .failed, ["a.1: type is 3E; information"]),
            ("{select: service, where: {\(is3E)}, expect: {field: {place: a.1}}}", .passed, []),
            ("{select: service, where: {field: {type: \"99\"}}, expect: {\(is43)}}", .skipped, []),
            ("{select: service, quantifier: exists, expect: {\(is3E)}}", .passed, []),
            ("{select: service, quantifier: exists, per: accessory, expect: {\(is43)}}", .passed, []),
            (
                "{select: service, quantifier: exists, per: accessory, expect: {\(is3E)}}", .failed,
                ["b: it holds for none of 1"]
            ),
            (
                "{select: service, quantifier: exists, where: {field: {type: \"99\"}}, expect: {\(is43)}}", .failed,
                ["database: it holds for none of 0"]
            ),
            ("{select: service, quantifier: exactly-one, expect: {\(is3E)}}", .passed, []),
            (
                "{select: service, quantifier: exactly-one, expect: {\(is43)}}", .failed,
                ["database: it holds for 2"]
            ),
            ("{select: service, quantifier: exactly-one, per: accessory, expect: {\(is43)}}", .passed, []),
            (
                "{select: service, quantifier: exactly-one, per: accessory, expect: {\(is3E)}}", .failed,
                ["b: it holds for 0"]
            ),
            ("{select: service, quantifier: none, expect: {field: {type: \"99\"}}}", .passed, []),
            (
                "{select: service, quantifier: none, expect: {\(is43)}}", .failed,
                ["a.2: it holds for this one", "b.1: it holds for this one"]
            ),
            ("{select: service, quantifier: none, where: {field: {type: \"99\"}}, expect: {\(is43)}}", .skipped, []),
        ] as [(String, Verdict.Outcome, [String])]
    )
    func quantifiers(_ check: String, _ outcome: Verdict.Outcome, _ findings: [String]) throws {
        let verdict = try verdict(check)
        #expect(verdict.outcome == outcome)
        #expect(verdict.findings.map { "\($0.step): \($0.got)" } == findings)
        #expect(verdict.outcome == .skipped || verdict.evidence == [90])
        if outcome == .skipped { #expect(verdict.reason == "the database has no element that this case is about") }
    }

    @Test("Without a snapshot the case is inconclusive")
    func noSnapshot() throws {
        let verdict = try verdict("{select: service, expect: {\(Self.is43)}}", snapshot: nil)
        #expect(verdict.outcome == .inconclusive)
        #expect(verdict.reason == "the run took no snapshot of the database")
    }

    @Test("A check that every element violates gives few findings, and a should warns")
    func bounded() throws {
        let many: JSON = ["name": "database", "evidence": [90], "service": .array((0..<500).map { ["iid": JSON($0)] })]
        let verdict = try verdict("{select: service, expect: {\(Self.is43)}}", proves: "R-SHOULD", snapshot: many)
        #expect(verdict.outcome == .warned)
        #expect(verdict.findings.count == 3)
    }

    @Test("A tolerated element warns, and does not hide a violation")
    func tolerated() throws {
        let check =
            "{select: service, expect: {field: {missing-fit: right}, tolerate: {field: {missing-fit: warning}}}}"
        func verdict(_ fits: [String]) throws -> Verdict {
            let services: [JSON] = fits.map { ["missing-fit": .string($0), "place": .string($0)] }
            return try self.verdict(
                check,
                snapshot: ["name": "database", "evidence": [90], "service": .array(services)]
            )
        }
        #expect(try verdict(["right"]).outcome == .passed)
        #expect(try verdict(["right", "warning"]).outcome == .warned)
        let broken = try verdict(["warning", "warning", "warning", "warning", "wrong"])
        #expect(broken.outcome == .failed)
        #expect(broken.findings.map(\.step) == ["wrong", "warning", "warning", "warning"])
    }

    @Test("A check whose requirement does not apply is left out")
    func leftOut() throws {
        var bench = try HandMadeRun(
            "document: database\nchecks: [{select: service, expect: {\(Self.is43)}}, "
                + "{select: service, expect: {field: {type: {present: true}}, proves: R-MUST-2}}]"
        )
        bench.elsewhere(.snapshot, Self.snapshot)
        #expect(bench.verdict.outcome == .failed)
        bench.instance.leavesOut = ["R-MUST"]
        #expect(bench.verdict.outcome == .passed)
    }

    @Test("A requirement that may not apply only warns")
    func softened() throws {
        var bench = try HandMadeRun("document: database\nchecks: [{select: service, expect: {\(Self.is43)}}]")
        bench.elsewhere(.snapshot, Self.snapshot)
        bench.instance.softens = ["R-MUST"]
        #expect(bench.verdict.outcome == .warned)
        #expect(bench.verdict.findings.allSatisfy { $0.severity == .warned })
    }

    @Test(
        "Hostile snapshots are judged, with any content",
        arguments: [.null, [], ["service": 5], ["service": [1, "x", [:]]]] as [JSON]
    )
    func hostile(_ body: JSON) throws {
        var object = body.objectValue ?? JSONObject()
        object["name"] = "database"
        let verdict = try verdict(
            "{select: service, per: accessory, expect: {\(Self.is43)}}",
            snapshot: .object(object)
        )
        #expect(verdict.outcome == .skipped)
    }

    // MARK: Monitors

    private static let monitor =
        "monitor: response\nwhere: {field: {tampered: {differs: true}}}\nexpect: {field: {http.protocol: HTTP/1.1}}"

    @Test("A monitor without events of its kind is skipped, never passed")
    func silentMonitor() throws {
        var bench = try HandMadeRun(Self.monitor)
        bench.controlled()
        #expect(bench.verdict.outcome == .skipped)
        bench.elsewhere(.wire, ["kind": "event", "http": ["protocol": "EVENT/1.0"]])
        bench.elsewhere(.wire, ["kind": "response", "tampered": true, "http": ["protocol": "HTTP/1.0"]])
        #expect(bench.verdict.outcome == .skipped)
        #expect(bench.verdict.reason == "the run observed no event of the kind that this case watches")
    }

    @Test("A peer that follows the rules proves nothing unless it is known to be an accessory")
    func uncontrolledMonitor() throws {
        var bench = try HandMadeRun(Self.monitor)
        bench.elsewhere(.wire, ["kind": "response", "http": ["protocol": "HTTP/1.1"], "summary": "HTTP 200"])
        #expect(bench.verdict.outcome == .inconclusive)
        #expect(bench.verdict.reason == "no response in this run shows that the peer is a HomeKit accessory")
        bench.controlled()
        #expect(bench.verdict.outcome == .passed)
    }

    @Test("A monitor watches every other case, and names the one with the violation")
    func monitor() throws {
        var bench = try HandMadeRun(Self.monitor)
        bench.elsewhere(.wire, ["kind": "response", "http": ["protocol": "HTTP/1.1"], "summary": "HTTP 200"])
        bench.controlled()
        #expect(bench.verdict.outcome == .passed)
        #expect(bench.verdict.evidence == [1])
        for _ in 0..<5 {
            bench.elsewhere(.wire, ["kind": "response", "http": ["protocol": "HTTP/1.0"], "summary": "HTTP 200"])
        }
        let verdict = bench.verdict
        #expect(verdict.outcome == .failed)
        #expect(verdict.findings.count == 3)
        #expect(verdict.findings.first?.step == "other[over=ip]")
        #expect(verdict.findings.first?.expected == "http.protocol is HTTP/1.1")
        #expect(verdict.findings.first?.got == "http.protocol is HTTP/1.0; HTTP 200")
        #expect(verdict.findings.map(\.evidence) == [[3], [4], [5]])
        #expect(verdict.evidence == [1, 3, 4, 5, 6, 7])
    }

    @Test("A wait that the tester ended early proves nothing about response times")
    func impatientMonitor() throws {
        var bench = try HandMadeRun(
            "monitor: request\nwhere: {field: {crowded: false}, waited: 10s}\nexpect: {field: {took-ms: {at-most: 9999}}}"
        )
        bench.controlled()
        func ended(_ milliseconds: JSON, _ failure: JSON) -> JSON {
            ["kind": "failure", "crowded": false, "took-ms": milliseconds, "failure": failure, "summary": "over"]
        }
        bench.elsewhere(.wire, ended(5000, "timed-out"))
        bench.elsewhere(.wire, ended(20, "closed"))
        #expect(bench.verdict.outcome == .skipped)
        bench.elsewhere(.wire, ended(20, .null))
        #expect(bench.verdict.outcome == .passed)
        #expect(bench.verdict.evidence == [4])
        bench.elsewhere(.wire, ended(10_000, "timed-out"))
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("A monitor warns about a tolerated result")
    func toleratedEvent() throws {
        var bench = try HandMadeRun(
            "monitor: response\nexpect: {field: {http.status: 200}, tolerate: {field: {http.status: 204}}}"
        )
        bench.controlled()
        for _ in 0..<9 { bench.elsewhere(.wire, ["kind": "response", "http": ["status": 204]]) }
        #expect(bench.verdict.outcome == .warned)
        #expect(bench.verdict.findings.count == 3)
        bench.elsewhere(.wire, ["kind": "response", "http": ["status": 500]])
        #expect(bench.verdict.outcome == .failed)
    }

    @Test("A verdict cites enough events, not thousands")
    func evidenceIsBounded() throws {
        var bench = try HandMadeRun(Self.monitor)
        for _ in 0..<300 { bench.elsewhere(.wire, ["kind": "response", "http": ["protocol": "HTTP/1.1"]]) }
        #expect(bench.verdict.evidence.count == 200)
    }
}
