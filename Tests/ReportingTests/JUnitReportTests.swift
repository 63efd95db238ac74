import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct JUnitReportTests {
    private let schemas: StrictSchemas

    init() throws {
        schemas = try StrictSchemas()
    }

    private func document(_ report: RunReport, unjudged: JUnitReport.Unjudged = .error) throws -> XMLElement {
        let bytes = try JUnitReport(report, unjudged: unjudged).encoded()
        #expect(schemas.problems(bytes) == [])
        return try #require(XMLElement(bytes))
    }

    private func testCase(_ name: String, in root: XMLElement) throws -> XMLElement {
        try #require(root.children.flatMap { $0.all("testcase") }.first { $0.attributes["name"] == name })
    }

    @Test("every outcome matches its snapshot")
    func snapshot() throws {
        let bytes = try JUnitReport(EditedRun.everyOutcome().report()).encoded()
        try expectFixture(String(decoding: bytes, as: UTF8.self), "junit.xml")
    }

    @Test("the totals are correct")
    func totals() throws {
        let root = try document(EditedRun.everyOutcome().report())
        #expect(root.children.map { $0.attributes["name"] } == ["pairing.pair-setup", "session.frames"])
        for suite in root.children {
            let cases = suite.all("testcase")
            #expect(suite.attributes["tests"] == "\(cases.count)")
            for (total, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
                #expect(suite.attributes[total] == "\(cases.count { $0.first(element) != nil })")
            }
            let sum = cases.compactMap { $0.attributes["time"].flatMap(Double.init) }.reduce(0, +)
            let time = try #require(suite.attributes["time"].flatMap(Double.init))
            #expect(abs(time - sum) < 0.0001)
        }
    }

    @Test("a failure names its requirement and repeats the message with everything that a reader needs")
    func failure() throws {
        let root = try document(EditedRun.everyOutcome().report())
        let failure = try #require(testCase("pair-setup.m3-first[over=ip]", in: root).first("failure"))
        #expect(failure.attributes["type"] == "HAP-PAIR-SETUP-013")
        let message = try #require(failure.attributes["message"])
        #expect(!message.contains("\n"))
        #expect(failure.text.hasPrefix(message))
        for part in [
            "M3 that does not follow M1 is refused.", "HAP R1 4.7.3", "must", "refused: HTTP 400", "200, State 4",
            "06 01 04", "assay run --simulated lightbulb 'pair-setup.m3-first[over=ip]'",
        ] {
            #expect(failure.text.contains(part), "\(part)")
        }
    }

    @Test("warnings and compatibility pass, with a line and a property")
    func remarks() throws {
        let root = try document(EditedRun.everyOutcome().report())
        for name in ["pair-setup.items[over=ip]", "pair-setup.quirk[over=ip]"] {
            #expect(try testCase(name, in: root).children.isEmpty)
            let suite = try #require(root.children.first)
            #expect(suite.first("system-out")?.text.contains(name) == true)
            let properties = suite.first("properties")?.children ?? []
            #expect(properties.contains { $0.attributes["name"]?.hasSuffix(name) == true })
        }
    }

    @Test("inconclusive is an error, or skipped if asked for")
    func unjudged() throws {
        let report = try EditedRun.everyOutcome().report()
        let name = "session.replayed-frame[row=a; over=ip]"
        #expect(try testCase(name, in: document(report)).first("error")?.attributes["type"] == "inconclusive")
        let lenient = try testCase(name, in: document(report, unjudged: .skipped))
        #expect(lenient.first("skipped")?.attributes["message"] == "inconclusive: step 1 was not reached")
    }

    @Test("a run that ended early has an error, even if no case ran")
    func ended() throws {
        var report = try EditedRun.everyOutcome().report()
        report.entries = []
        report.end = RunEnd(.unreachable, "127.0.0.1:51826 refuses connections")
        let error = try testCase("run", in: document(report)).first("error")
        #expect(error?.attributes["type"] == "unreachable")
        #expect(error?.text.hasPrefix("127.0.0.1:51826 refuses connections") == true)
    }

    @Test("an empty run is a valid report")
    func empty() throws {
        var report = try EditedRun.everyOutcome().report()
        report.entries = []
        #expect(try document(report).children.isEmpty)
    }

    @Test("repeated or missing names become names that readers keep")
    func names() throws {
        var report = try EditedRun.everyOutcome().report()
        let entry = try #require(report.entries.first)
        report.entries = ["same", "same", "", " ", "same #2"].map { name in
            var entry = entry
            entry.verdict.instance = name
            entry.verdict.caseID = name
            return entry
        }
        let suite = try #require(document(report).children.first)
        let names = suite.all("testcase").compactMap { $0.attributes["name"] }
        #expect(names == ["same", "same #2", "unnamed", "unnamed #2", "same #2 #2"])
    }

    @Test("texts are bounded, in bytes")
    func bounds() throws {
        var report = try EditedRun.everyOutcome().report()
        var entry = try #require(report.entries.first)
        let long = String(repeating: "ü", count: 100_000)
        entry.verdict.findings = (0..<40).map { _ in
            var finding = EditedRun.finding(evidence: [])
            finding.got = long
            return finding
        }
        var warned = entry
        warned.verdict.outcome = .warned
        report.entries = [entry] + Array(repeating: warned, count: 1500)
        let suite = try #require(document(report).children.first)
        let failure = try #require(suite.all("testcase").first?.first("failure"))
        #expect(failure.text.utf8.count <= 60 * 1024)
        #expect(failure.text.hasSuffix("bytes in total)"))
        #expect(try #require(failure.attributes["message"]).utf8.count <= 1024)
        let output = try #require(suite.first("system-out")?.text)
        #expect(output.utf8.count <= 1024 * 1024)
        #expect(output.hasSuffix("bytes in total)"))
    }

    @Test(
        "the schemas of these tests reject what their readers reject",
        arguments: [
            (#" name="n" classname="c" time="0.000" file="x""#, "", true),
            (#" name="n" classname="c" time="0.000""#, "<system-out/>", true),
            (#" name="n" classname="c" time="1e-05""#, "", true),
            (#" name="n" classname="c" time="1.2345""#, "", true),
            (#" name="n" classname="c" time="0.000""#, "<skipped/><failure type='t'/>", true),
            (#" name="n" classname="c" time="0.000""#, "<failure/>", true),
            (#" name="n" classname="c" time="0.000""#, "<failure type='t'>text</failure>", false),
        ]
    )
    func controls(attributes: String, content: String, isRefused: Bool) {
        let text = """
            <testsuites><testsuite name="s" package="" id="0" timestamp="2025-01-31T12:00:00" hostname="localhost" \
            tests="1" failures="0" errors="0" time="0.000"><properties/>\
            <testcase\(attributes)>\(content)</testcase><system-out/><system-err/></testsuite></testsuites>
            """
        #expect(schemas.problems(Array(text.utf8)).isEmpty != isRefused)
    }
}
