import Checkout
import HAPModel
import SuiteLanguage
import Testing

@testable import Reporting

@Suite("Coverage as text")
struct CoverageTextTests {
    private static func requirement(_ id: String) -> String {
        """
        - id: \(id)
          source: s
          level: must
          subject: accessory
          transports: [ip]
          applies: always
          requires: A thing is so.
          observe: o
          defect: "-"
          automatic: "yes"

        """
    }

    /// One requirement that a case proves, and one without a proof in an area that must be complete.
    private func text() throws -> CoverageText {
        let item = "  a.b: {title: t, proves: AREA-1, steps: [{read: 1.2, expect: {status: success}}]}\n"
        let library = try SuiteLibrary(
            Checkout.vocabulary + [
                SuiteFile(
                    path: "requirements/r.yaml",
                    text: "requirements:\n" + Self.requirement("AREA-1") + Self.requirement("AREA-2")
                ),
                SuiteFile(path: "t/s.yaml", text: "chapter: t\nsection: s\ntitle: t\ncases:\n" + item),
                SuiteFile(path: "complete.yaml", text: "complete: [AREA]"),
            ]
        )
        return CoverageText(Coverage(library)) { "Suites/\($0)" }
    }

    private static let missing =
        "Suites/requirements/r.yaml:12:3: AREA-2: no case proves this requirement; add a case, or state the reason with `unproven`: A thing is so."

    @Test("The table has a row for each area and level, the totals, and the missing proofs")
    func table() throws {
        #expect(
            try text().table == """
                Area  Level  Proven  Of  Not provable  Open
                AREA  must        1   2             0     1
                All               1   2             0     1
                \(Self.missing)
                """
        )
    }

    @Test("Markdown has the same rows")
    func markdown() throws {
        #expect(
            try text().markdown == """
                | Area | Level | Proven | Of | Not provable | Open |
                | --- | --- | ---: | ---: | ---: | ---: |
                | AREA | must | 1 | 2 | 0 | 1 |
                | All |  | 1 | 2 | 0 | 1 |

                - \(Self.missing)
                """
        )
    }

    @Test("JSON has every requirement with the cases that prove it")
    func json() throws {
        let json = try text().json
        #expect(json["requirements"]?[0]?["proven-by"] == ["a.b"])
        #expect(json["requirements"]?[1]?["open"] == true)
        #expect(json["missing"] == ["AREA-2"])
        #expect(json["orphans"] == [])
    }
}
