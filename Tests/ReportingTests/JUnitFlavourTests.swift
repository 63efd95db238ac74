import HAPModel
import Judge
import RunRecord
import Testing

@testable import Reporting

@Suite struct JUnitFlavourTests {
    @Test("surefire: each suite is a file that is valid for the schema of Surefire")
    func surefire() throws {
        let schema = try #require(XMLSchema(fixture: "surefire.xsd"))
        for report in [try EditedRun.everyOutcome().report(), try GoldenRun.report()] {
            let files = try JUnitReport(report, .surefire).files()
            let sections = Set(report.entries.map { "TEST-\($0.chapter).\($0.section).xml" })
            #expect(Set(files.map(\.name)) == sections)
            for file in files { #expect(schema.problems(file.bytes) == [], "\(file.name)") }
        }
        let strict = try JUnitReport(EditedRun.everyOutcome().report()).encoded()
        #expect(schema.problems(strict) != [])
    }

    @Test("rich: a case has its requirements, its outcome, its file and line, and its time")
    func rich() throws {
        let report = try GoldenRun.report()
        let root = try #require(XMLElement(JUnitReport(report, .rich).encoded()))
        let entry = try #require(report.entries.first { $0.verdict.outcome == .failed })
        let item = try #require(
            root.children.flatMap { $0.all("testcase") }.first { $0.attributes["name"] == entry.verdict.instance }
        )
        let place = try #require(entry.place)
        #expect(item.attributes["file"] == place.file)
        #expect(place.file.hasPrefix("Suites/") && place.file.hasSuffix(".yaml"))
        #expect(item.attributes["line"] == "\(place.line)")
        #expect(item.attributes["timestamp"]?.count == 19)
        let properties = item.first("properties")?.children ?? []
        func values(_ name: String) -> [String] {
            properties.filter { $0.attributes["name"] == name }.compactMap { $0.attributes["value"] }
        }
        #expect(values("outcome") == ["failed"])
        #expect(values("requirement").contains(entry.verdict.findings[0].requirement))
        #expect(Set(values("requirement")).isSuperset(of: entry.verdict.met))
    }

    @Test("rich: a suite names the device, its firmware and the digest of the suites")
    func device() throws {
        let report = try GoldenRun.report()
        let root = try #require(XMLElement(JUnitReport(report, .rich).encoded()))
        for suite in root.children {
            let properties = suite.first("properties")?.children ?? []
            func value(_ name: String) -> String? {
                properties.first { $0.attributes["name"] == name }?.attributes["value"]
            }
            #expect(value("device-id") == report.record?.deviceID)
            #expect(value("model") == "Lightbulb 1")
            #expect(value("firmware") == report.record?.firmwareRevision)
            #expect(value("suites") == report.suiteDigest)
        }
        #expect(report.suiteDigest != nil && report.record?.firmwareRevision != nil)
    }
}
