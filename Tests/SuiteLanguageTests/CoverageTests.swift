import Testing

@testable import SuiteLanguage

@Suite("Coverage")
struct CoverageTests {
    private static func requirement(
        _ id: String,
        level: String = "must",
        transports: String = "ip",
        automatic: String = "yes",
        more: String = ""
    ) -> String {
        """
        - id: \(id)
          source: s
          level: \(level)
          subject: accessory
          transports: [\(transports)]
          applies: always
          requires: r
          observe: o
          defect: "-"
          automatic: "\(automatic)"
        \(more.isEmpty ? "" : "  \(more)\n")
        """
    }

    private func coverage(_ requirements: String, _ cases: String, complete: String = "[]") throws -> Coverage {
        let vocabulary = try RealSuites.files.get().filter { $0.path.hasPrefix("vocabulary/") }
        return Coverage(
            try SuiteLibrary(
                vocabulary + [
                    SuiteFile(path: "requirements/r.yaml", text: "requirements:\n" + requirements),
                    SuiteFile(path: "t/s.yaml", text: "chapter: t\nsection: s\ntitle: t\ncases:\n" + cases),
                    SuiteFile(path: "complete.yaml", text: "complete: \(complete)"),
                ]
            )
        )
    }

    private func item(_ id: String, proves: String) -> String {
        "  \(id): {title: t, proves: \(proves), steps: [{read: 1.2, expect: {value: 10}}]}\n"
    }

    @Test(
        "A cited requirement is proven, also through an entry that is the same; the rest is open or has a reason"
    )
    func standings() throws {
        let coverage = try coverage(
            Self.requirement("A-1") + Self.requirement("A-2", more: "same-as: A-1") + Self.requirement("A-3")
                + Self.requirement("A-4", automatic: "no") + Self.requirement("A-5", automatic: "operator")
                + Self.requirement("A-6", more: "unproven: needs-certified-hardware")
                + Self.requirement("B-1", level: "should") + Self.requirement("B-2", transports: "ble"),
            item("a.one", proves: "A-1") + item("a.two", proves: "[A-1, B-1]")
        )
        #expect(
            coverage.entries.map(\.standing) == [
                .proven(by: ["a.one", "a.two"]), .proven(by: ["a.one", "a.two"]), .open, .unprovable(.notOnTheWire),
                .unprovable(.needsAPerson), .unprovable(.needsCertifiedHardware), .proven(by: ["a.two"]),
            ]
        )
        #expect(
            coverage.rows == [
                Coverage.Row(area: "A", level: .must, proven: 2, unprovable: 3, open: 1),
                Coverage.Row(area: "B", level: .should, proven: 1),
            ]
        )
        #expect(coverage.orphans.isEmpty)
    }

    @Test("A complete area reports open requirements, and a case that proves nothing over the transport is an orphan")
    func missing() throws {
        let requirements =
            Self.requirement("A-1") + Self.requirement("B-1") + Self.requirement("B-2", transports: "ble")
        let cases = item("a.orphan", proves: "B-2") + item("a.good", proves: "B-1")
        #expect(try coverage(requirements, cases).missing.isEmpty)
        let coverage = try coverage(requirements, cases, complete: "[A, B]")
        #expect(coverage.missing.map(\.id) == ["A-1"])
        #expect(coverage.orphans == ["a.orphan"])
    }

    @Test("A complete area without requirements is rejected with its place")
    func unknownArea() throws {
        let error = #expect(throws: SuiteProblems.self) {
            try coverage(Self.requirement("A-1"), item("a.b", proves: "A-1"), complete: "[A, C]")
        }
        #expect(error?.description.hasPrefix("complete.yaml:1:15: ") == true)
    }
}
