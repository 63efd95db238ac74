import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct FailureTextTests {
    @Test("each outcome's text is as it is pinned")
    func snapshot() throws {
        let report = try SampleRun.everyOutcome().report()
        let texts = report.entries.map(FailureText(report).text)
        try expectSnapshot(texts.joined(separator: "\n\n") + "\n", "failures.txt")
    }

    @Test("colour adds escape sequences and nothing else")
    func colour() throws {
        let report = try SampleRun.everyOutcome().report()
        for entry in report.entries {
            let plain = FailureText(report).text(entry)
            let ansi = FailureText(report, style: .ansi).text(entry)
            #expect(ansi != plain)
            #expect(ansi.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain)
        }
    }

    @Test("of many wire events the first and the last are shown, of many bytes the body's first")
    func excerpt() throws {
        var run = SampleRun()
        run.add(.header, SampleRun.header)
        let head = "485454502f312e3120323030204f4b0d0a0d0a"
        let body = JSON.string(head + String(repeating: "ab", count: 500))
        let cited = (0..<9).map { _ in run.add(.wire, ["kind": "http", "summary": "one", "hex": body]) }
        run.add(SampleRun.verdict("pair-setup.m3-first[over=ip]", .failed, [SampleRun.finding(evidence: cited)]))
        let report = try run.report()
        let text = FailureText(report).text(report.entries[0])
        #expect(text.contains("… 5 more in the record"))
        #expect(text.contains("#1 ") && text.contains("#9 ") && !text.contains("#5 "))
        #expect(text.contains("0013  ab ab"))
        #expect(text.contains("(64 of 519 bytes)"))
    }

    @Test("wire events may lack anything, and what was moved to a blob is named")
    func tolerance() throws {
        let bodies: [JSON] = [
            [:], 3, "text", ["hex": "zz"], ["hex": ["blob": "abc", "bytes": 9000]], ["tlv": []],
            ["body": ["blob": "abc", "bytes": 9000]], ["headers": ["Host": "lamp"]], ["headers": [["Host", "lamp"]]],
            ["text": 4], ["deviations": [["offset": 3, "message": "bare line feed"]]], ["deviations": ["odd"]],
        ]
        var run = SampleRun()
        run.add(.header, SampleRun.header)
        let cited = bodies.map { run.add(.wire, $0) }
        run.add(SampleRun.verdict("pair-setup.m3-first[over=ip]", .failed, [SampleRun.finding(evidence: cited)]))
        let report = try run.report()
        let text = FailureText(report, eventLimit: 20).text(report.entries[0])
        try expectSnapshot(text + "\n", "tolerance.txt")
    }

    @Test("an instance's name is one word of the shell")
    func quoting() throws {
        var report = try SampleRun.everyOutcome().report()
        report.entries[0].verdict.instance = "it's; $(reboot)\n"
        #expect(report.rerun(report.entries[0]).hasSuffix(#" 'it'\''s; $(reboot)\n'"#))
    }
}
