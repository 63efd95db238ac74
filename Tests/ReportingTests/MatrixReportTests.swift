import Testing

@testable import Reporting

@Suite struct MatrixReportTests {
    private static let entries = [
        MatrixReport.Entry(suite: "conformant", name: "lightbulb", result: .passed),
        MatrixReport.Entry(
            suite: "conformant",
            name: "lock",
            result: .failed(type: "false-alarm", message: "a.b[over=ip]: failed", text: "a.b[over=ip]: failed\nmore")
        ),
        MatrixReport.Entry(
            suite: "HAP-SRP",
            name: "srp-b-reused",
            elapsed: .milliseconds(1234),
            result: .passed
        ),
        MatrixReport.Entry(
            suite: "HAP-PAIRINGS",
            name: "list-truncated",
            elapsed: .milliseconds(20),
            result: .failed(
                type: "survived",
                message: "survived: breaks HAP-PAIRINGS-045",
                text: "rerun: assay selftest --defect list-truncated"
            )
        ),
        MatrixReport.Entry(
            suite: "HAP-SRP",
            name: "srp-m2-wrong",
            result: .failed(type: "killed-elsewhere", message: "killed-elsewhere: by a.b", text: "\u{1b}[31mred\u{0}")
        ),
        MatrixReport.Entry(suite: "HAP-SRP", name: "listed", result: .skipped(reason: "no link shows it")),
        MatrixReport.Entry(suite: "HAP-SRP", name: "stalled", result: .errored(message: "something waits for ever")),
    ]

    private func report() -> MatrixReport {
        MatrixReport(
            Self.entries,
            started: "2025-01-31T12:00:00",
            properties: [
                ("defects killed", "1 of 5"),
                ("causes", "the likely cause is correct for 1 of 1 killed defect (100 %)"),
            ]
        )
    }

    @Test("a selftest's report matches its snapshot, and every strict reader accepts it")
    func snapshot() throws {
        let bytes = try report().encoded()
        #expect(try StrictSchemas().problems(bytes) == [])
        try expectFixture(String(decoding: bytes, as: UTF8.self), "selftest.xml")
    }

    @Test("each area is a suite with correct totals")
    func totals() throws {
        let root = try #require(XMLElement(report().encoded()))
        let names = root.children.map { $0.attributes["name"] }
        #expect(names == ["selftest.conformant", "selftest.HAP-SRP", "selftest.HAP-PAIRINGS"])
        for suite in root.children {
            let cases = suite.all("testcase")
            #expect(suite.attributes["tests"] == "\(cases.count)")
            for (total, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
                #expect(suite.attributes[total] == "\(cases.count { $0.first(element) != nil })")
            }
        }
        let all = root.children.flatMap { $0.all("testcase") }
        #expect(all.count == Self.entries.count)
        #expect(all.count { $0.children.isEmpty } == 2)
        #expect(root.children[1].attributes["time"] == "1.234")
    }
}
