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
}
