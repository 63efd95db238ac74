import HAPModel
import SuiteLanguage
import Testing

@testable import Reporting

@Suite("Why cases run or are skipped, by reason")
struct WhyTextTests {
    @Test("Reasons with counts, the first names of each, and how to ask for more")
    func groups() throws {
        let library = try Fixtures.library()
        var plan = Plan()
        plan.skips = [
            Plan.Skip(name: "pair-setup.m3-first", caseID: "pair-setup.m3-first", reason: "no tw"),
            Plan.Skip(name: "pair-setup.items", caseID: "pair-setup.items", reason: "no tw"),
            Plan.Skip(name: "pair-setup.quirk", caseID: "pair-setup.quirk", reason: "no tw"),
            Plan.Skip(
                name: "session.replayed-frame",
                caseID: "session.replayed-frame",
                reason: "unknown",
                isUnjudged: true
            ),
        ]
        let text = WhyText(plan, cases: library.cases).text(isWhole: false, columns: 80).string
        let wanted = """
            0 of 4 cases run, as 0 instances

            cannot be judged (1)
              1  unknown
                 session.replayed-frame

            skipped (3)
              3  no tw
                 pair-setup.m3-first
                 pair-setup.items
                 … and 1 more; `--verbose` lists them

            To see what a case proves and where it runs, name it:
              assay why … \(library.cases[0].id)
            """
        #expect(text == wanted)
        let whole = WhyText(plan, cases: library.cases).text(isWhole: true, columns: 80).string
        #expect(whole == wanted.replacing("… and 1 more; `--verbose` lists them", with: "pair-setup.quirk"))
        let json = WhyText(plan, cases: library.cases).json
        let entry = try #require(json["cases"]?.arrayValue?.first { $0["case"] == "pair-setup.items" })
        #expect(entry["runs"] == [])
        #expect(entry["skips"]?.arrayValue?.map { $0["reason"] } == ["no tw"], "\(entry)")
        #expect(entry["proves"]?.arrayValue?.isEmpty == false, "\(entry)")
    }

    @Test("No line is wider than a terminal, and no word is broken")
    func width() throws {
        let library = try Fixtures.library()
        let name =
            "pair-setup.m3-first[\(String(repeating: "accessory-information.characteristic; ", count: 5))over=ip]"
        let reason = "it needs \(String(repeating: "a characteristic with tw, ", count: 6))and this accessory has none"
        var plan = Plan()
        plan.skips = [Plan.Skip(name: name, caseID: library.cases[0].id, reason: reason)]
        let texts = [
            WhyText(plan, cases: library.cases).text(isWhole: false, columns: 80),
            WhyText.explanation(of: library.cases[0], plan, library, place: "Suites/a.yaml:1:1", columns: 80),
            CaseText(
                library.cases[0],
                library,
                place: "Suites/a.yaml:1:1",
                defects: Array(repeating: "accepts-a-value-below-its-minimum", count: 9)
            )
            .text(columns: 80),
        ]
        for text in texts {
            // The lines of the case's file, after the blank line, are printed as they are.
            let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(
                lines.prefix { !$0.hasPrefix("  \(library.cases[0].id):") }.allSatisfy { $0.count <= 80 },
                "\(text.string)"
            )
        }
        let words = texts[1].string.split(whereSeparator: \.isWhitespace)
        #expect(reason.split(separator: " ").allSatisfy(words.contains), "\(texts[1].string)")
    }
}
