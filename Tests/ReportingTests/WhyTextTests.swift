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
        let text = WhyText(plan, cases: library.cases).text.string
        let wanted = """
            0 of 4 cases run, as 0 instances

            cannot be judged (1)
              1  unknown
                 session.replayed-frame

            skipped (3)
              3  no tw
                 pair-setup.m3-first
                 pair-setup.items
                 … and 1 more

            To see what a case proves and where it runs, name it: assay why … \(library.cases[0].id)
            """
        #expect(text == wanted)
    }
}
