import Gate
import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct CauseTests {
    @Test("the cause says on one line what the accessory did, with the bytes of its response")
    func line() throws {
        let cause = try #require(EditedRun.everyOutcome().report().causeTexts.first)
        #expect(!cause.line.string.contains("\n"))
        #expect(
            cause.line.string.hasPrefix(
                "HAP-PAIR-SETUP-013 (must): got 200, State 4, no Error (#4: 06 01 04 04 40 "
            )
        )
        #expect(cause.json["text"] == .string(cause.line.string))
        #expect(cause.json["bytes"]?.stringValue?.hasPrefix("#4: 06 01 04 04 40 ") == true)
    }

    @Test("without a response, the bytes are those of the request")
    func silence() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let sent = run.add(.wire, nil, EditedRun.request)
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: [sent])]))
        let cause = try #require(run.report().causeTexts.first)
        #expect(cause.bytes?.string.hasPrefix("no response to #1: 06 01 03 ") == true)
    }

    @Test(
        "Bytes that are text are left out: a message without a body, and JSON",
        arguments: [
            ("485454502f312e3120323034204e6f20436f6e74656e740d0a0d0a", ""), ("485454502f312e310d0a0d0a7b7d", ""),
        ]
            + [("485454502f312e310d0a0d0a060104", ": 06 01 04"), ("485454502f312e310d0a0d0a7b00", ": 7b 00")]
    )
    func text(_ hex: String, _ bytes: String) throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cited = run.add(.wire, ["kind": "response", "direction": "in", "hex": .string(hex)])
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: [cited])]))
        let cause = try #require(run.report().causeTexts.first)
        #expect(cause.bytes?.string == "#1\(bytes)")
        #expect(cause.line.string.contains("got 200, State 4, no Error (#1\(bytes)), expected"))
    }

    @Test("the causes of failures that a baseline allows come after those of new ones")
    func known() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let verdicts = ["013", "019"].map { id in
            EditedRun.verdict(
                "pair-setup.m3-\(id)[over=ip]",
                .failed,
                [EditedRun.finding("HAP-PAIR-SETUP-\(id)", evidence: [])]
            )
        }
        for verdict in verdicts { run.add(verdict) }
        var report = try run.report()
        let causes = report.causeTexts.map(\.cause)
        try #require(causes.count == 2)
        let verdict = try #require(verdicts.first { $0.instance == causes[0].instance })
        var baseline = Baseline(file: "known.yaml", skipped: [])
        let failure = KnownFailure(
            instance: verdict.instance,
            fingerprint: Fingerprint(verdict),
            owner: "firmware",
            reason: "the next release"
        )
        baseline.failures = [failure]
        report.gate = Gate(baseline, verdicts, today: nil, end: .completed)
        let texts = report.causeTexts
        #expect(texts.map(\.cause.requirement) == [causes[1].requirement, causes[0].requirement])
        #expect(texts.map { $0.line.string.contains(" (must, of known failures): got") } == [false, true])
        #expect(texts.map { $0.json["known"] } == [nil, true])
    }

    @Test("compatibility findings and passes have no cause")
    func none() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        run.add(EditedRun.verdict("pair-setup.items[over=ip]", .passed))
        run.add(EditedRun.verdict("pair-setup.quirk[over=ip]", .failed, [EditedRun.finding(evidence: [])]))
        let report = try run.report()
        #expect(report.causes.groups.isEmpty)
        #expect(!TerminalSummary(report).text.string.contains("likely cause"))
        #expect(JSONSummary(report).json["cause"] == nil)
    }

    @Test("terminal, JSON and JUnit name it, each once for the whole run")
    func everywhere() throws {
        let report = try EditedRun.everyOutcome().report()
        let cause = try #require(report.causeTexts.first)
        #expect(TerminalSummary(report).text.string.ranges(of: "likely cause").count == 1)
        let text = TerminalSummary(report).text.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("likely causes (2) \(cause.line.string) "))
        let json = JSONSummary(report).json
        #expect(json["cause"]?["requirement"] == "HAP-PAIR-SETUP-013")
        #expect(json["causes"]?.arrayValue?.compactMap { $0["requirement"]?.stringValue }.count == 2)
        let root = try #require(XMLElement(JUnitReport(report).encoded()))
        let properties = try #require(root.children.first?.first("properties")).children
        #expect(
            properties.contains {
                $0.attributes["name"] == "likely cause" && $0.attributes["value"] == cause.line.string
            }
        )
    }

    @Test("A suite of JUnit names the causes of its own findings only")
    func ofOneSuite() throws {
        let report = try EditedRun.everyOutcome().report()
        let root = try #require(XMLElement(JUnitReport(report).encoded()))
        let counts = root.children.map { suite in
            suite.first("properties")?.children.count { $0.attributes["name"] == "likely cause" } ?? 0
        }
        #expect(report.causeTexts.count == 2)
        #expect(counts.contains { $0 > 0 } && counts.contains(0), "\(counts)")
    }
}
