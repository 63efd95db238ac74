import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct FailureTextTests {
    @Test("each outcome's text matches its snapshot")
    func snapshot() throws {
        let report = try EditedRun.everyOutcome().report()
        let texts = report.entries.map { FailureText(report).text($0).string }
        try expectFixture(texts.joined(separator: "\n\n") + "\n", "failures.txt")
    }

    @Test("colour adds escape sequences and nothing else")
    func colour() throws {
        let report = try EditedRun.everyOutcome().report()
        for entry in report.entries {
            let plain = FailureText(report).text(entry).string
            let ansi = FailureText(report, style: .ansi).text(entry).string
            #expect(ansi != plain)
            #expect(ansi.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain)
        }
    }

    @Test("of many wire events the first and the last are shown, of many bytes those of the body")
    func excerpt() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let head = "485454502f312e3120323030204f4b0d0a0d0a"
        let body = JSON.string(head + String(repeating: "ab", count: 500))
        let cited = (0..<9).map { _ in run.add(.wire, ["kind": "http", "summary": "one", "hex": body]) }
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: cited)]))
        let report = try run.report()
        let text = FailureText(report).text(report.entries[0]).string
        #expect(text.contains("… 5 more in the journal"))
        #expect(text.contains("#1 ") && text.contains("#9 ") && !text.contains("#5 "))
        #expect(text.contains("0013  ab ab"))
        #expect(text.contains("(64 of 519 bytes)"))
    }

    @Test("wire events may lack every key, and bodies in blobs are shown by name")
    func tolerance() throws {
        let bodies: [JSON] = [
            [:], 3, "text", ["hex": "zz"], ["hex": ["blob": "abc", "bytes": 9000]], ["tlv": []],
            ["body": ["blob": "abc", "bytes": 9000]], ["headers": ["Host": "lamp"]], ["headers": [["Host", "lamp"]]],
            ["text": 4], ["deviations": [["offset": 3, "message": "bare line feed"]]], ["deviations": ["odd"]],
        ]
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cited = bodies.map { run.add(.wire, $0) }
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: cited)]))
        let report = try run.report()
        let text = FailureText(report, eventLimit: 20).text(report.entries[0]).string
        try expectFixture(text + "\n", "tolerance.txt")
    }

    @Test("an instance's name is quoted as one word of the shell")
    func quoting() throws {
        var report = try EditedRun.everyOutcome().report()
        report.entries[0].verdict.instance = "it's; $(reboot)\n"
        #expect(report.rerun(report.entries[0]).hasSuffix(#" 'it'\''s; $(reboot)\n'"#))
    }

    /// An exchange inside a session: request and answer, each with the frame that carried it.
    private static func exchange(_ run: inout EditedRun, answer: [(String, JSON)] = [("opened", true)]) -> [UInt64] {
        let hex = "485454502f312e3120323030204f4b0d0a0d0a" + String(repeating: "7b", count: 40)
        let events: [[(String, JSON)]] = [
            [
                ("kind", "request"), ("direction", "out"), ("start", "PUT /x HTTP/1.1"), ("body", [1]),
                ("hex", .string(hex)),
            ],
            [("kind", "frame"), ("direction", "out"), ("summary", "frame 3 with 59 bytes"), ("hex", "3b00")],
            [("kind", "frame"), ("direction", "in"), ("summary", "frame 4 with 12 bytes"), ("hex", "0c00")] + answer,
            [
                ("kind", "response"), ("direction", "in"), ("start", "HTTP/1.1 200 OK"),
                ("hex", "485454502f312e310d0a0d0a"),
            ],
        ]
        return events.map { members in
            var body: JSONObject = JSONObject(["connection": "a", "session": 1])
            for (key, value) in members { body[key] = value }
            return run.add(.wire, nil, .object(body))
        }
    }

    @Test("Frames of a shown message are left out, and the bytes of a body that is shown in words")
    func carriers() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cited = Self.exchange(&run)
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: cited)]))
        let text = try FailureText(run.report()).text(run.report().entries[0]).string
        #expect(text.contains("→ PUT /x HTTP/1.1") && text.contains("← HTTP/1.1 200 OK"))
        #expect(!text.contains("frame"))
        #expect(!text.contains("7b 7b") && !text.contains("59 bytes)"), "\(text)")
    }

    @Test("A frame is shown if it says more than its message, or has none")
    func tellingFrames() throws {
        for answer in [[("opened", false)], [("opened", true), ("plain", true)]] as [[(String, JSON)]] {
            var run = EditedRun()
            run.add(.header, EditedRun.header)
            let cited = Self.exchange(&run, answer: answer)
            run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: cited)]))
            let text = try FailureText(run.report()).text(run.report().entries[0]).string
            #expect(text.contains("← frame 4") && !text.contains("→ frame 3"))
        }
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cited = Array(Self.exchange(&run).dropLast())
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [EditedRun.finding(evidence: cited)]))
        let report = try run.report()
        #expect(FailureText(report).text(report.entries[0]).string.contains("← frame 4"))
    }

    @Test("A finding of a step about frames shows them")
    func frameSteps() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cited = Self.exchange(&run)
        var findings = [EditedRun.finding(evidence: cited), EditedRun.finding(evidence: cited)]
        findings[0].step = "1"
        findings[1].step = "2"
        for (index, finding) in findings.enumerated() {
            let instance = "session.replayed-frame[row=\(index); over=ip]"
            run.add(EditedRun.verdict(instance, .failed, [finding]))
        }
        let report = try run.report()
        let texts = report.entries.map { FailureText(report).text($0).string }
        #expect(!texts[0].contains("→ frame 3"))
        #expect(texts[1].contains("→ frame 3") && texts[1].contains("← frame 4"))
    }

    @Test("A violation by two steps is shown once, and so are two violations by one step")
    func findings() throws {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        let cited = [run.add(.wire, nil, EditedRun.request), run.add(.wire, nil, EditedRun.answer)]
        var second = EditedRun.finding(evidence: cited)
        second.step = "2"
        let third = EditedRun.finding("HAP-PAIR-SETUP-020", evidence: cited)
        let findings = [EditedRun.finding(evidence: cited), third, second]
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, [findings[0], findings[2]]))
        run.add(EditedRun.verdict("pair-setup.items[over=ip]", .failed, [findings[0], findings[1]]))
        let report = try run.report()
        let steps = FailureText(report).text(report.entries[0]).string
        #expect(steps.ranges(of: "HAP-PAIR-SETUP-013 (must)").count == 1)
        #expect(steps.contains("  step      2\n") && steps.contains("  wire      #1 to #2, as above"))
        let requirements = FailureText(report).text(report.entries[1]).string
        #expect(requirements.contains("HAP-PAIR-SETUP-013 (must)") && requirements.contains("HAP-PAIR-SETUP-020"))
        #expect(requirements.ranges(of: "  expected  ").count == 1)
    }

    /// A run whose only instance violates one requirement in some steps, and another one by the first of them.
    private static func manySteps(_ count: Int) throws -> RunReport {
        var run = EditedRun()
        run.add(.header, EditedRun.header)
        var findings: [Finding] = []
        for step in 1...count {
            var finding = EditedRun.finding(evidence: [])
            finding.step = "\(step)"
            if step == 1 { finding.severity = .warned }
            findings.append(finding)
        }
        run.add(EditedRun.verdict("pair-setup.m3-first[over=ip]", .failed, findings))
        return try run.report()
    }

    @Test(
        "Of many steps that violate one requirement, the first ones are shown and the others named; failures come first"
    )
    func steps() throws {
        let report = try Self.manySteps(6)
        let text = FailureText(report, stepLimit: 2).text(report.entries[0]).string
        #expect(text.ranges(of: "  expected  ").count == 3, "\(text)")
        #expect(text.contains("\n\n  and 3 more steps like it: 4, 5, 6\n"), "\(text)")
        let order = try ["step      2", "step      3", "and 3 more", "warning HAP-PAIR-SETUP-013", "step      1"].map {
            try #require(text.firstRange(of: $0), "\($0) in \(text)").lowerBound
        }
        #expect(order == order.sorted())
        #expect(text.ranges(of: "  M3 that does not follow M1 is refused.\n").count == 1, "a requirement is told once")
        #expect(FailureText(report).text(report.entries[0]).string.ranges(of: "  expected  ").count == 6)
        let many = try Self.manySteps(14)
        let long = FailureText(many, stepLimit: 2).text(many.entries[0]).string
        #expect(long.contains("and 11 more steps like it: 4, 5, 6, 7, 8, 9, 10, 11, …\n"), "\(long)")
    }

    @Test("Without evidence of a link, a failure shows no likely cause")
    func unlinked() throws {
        let report = try EditedRun.everyOutcome().report()
        #expect(report.causes.groups.count == 2)
        let texts = report.entries.map { FailureText(report).text($0).string }
        #expect(!texts.contains { $0.contains("  cause ") })
    }
}
