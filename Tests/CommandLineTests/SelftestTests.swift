import Foundation
import HAPModel
import Processes
import SuiteLanguage
import Testing

@Suite("The selftest", .takingTurns)
struct SelftestTests {
    /// Few of them are about pair-setup, which takes the most time.
    private static let chapter = ["PAIRINGS", "WRITE"].flatMap { ["--requirement", "HAP-\($0)-*"] }

    @Test("In the matrix of two areas the named cause is the defect's in at least 85 of 100 cases")
    func causes() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace)
                .run(["selftest", "--json"] + Self.chapter, within: .seconds(600))
            #expect(run.status == 0, "\(run.errors)")
            let report = try JSON.parse(Array(run.output.utf8))
            let killed = try #require(report["killed"]?.int64Value)
            let named = try #require(report["cause-named-first"]?.int64Value)
            #expect(killed > 100)
            #expect(named * 100 >= killed * 85, "\(named) of \(killed)")
            let rows = report["defects"]?.arrayValue ?? []
            #expect(rows.count { $0["cause-right"] == true && $0["fate"] == "killed" } == Int(named))
        }
    }

    @Test("--requirement runs only the defects of these requirements")
    func requirement() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace)
                .run("selftest", "srp.fresh-*", "--requirement", "HAP-SRP-013", "--json")
            #expect(run.status == 0, "\(run.everything)")
            let rows = try JSON.parse(Array(run.output.utf8))["defects"]?.arrayValue ?? []
            #expect(rows.compactMap { $0["defect"]?.stringValue } == ["srp-b-reused"])
            #expect(rows.first?["cause"] == "HAP-SRP-013")
        }
    }

    @Test("--junit writes a test case for each defect; --prune lists unneeded proofs without changing the status")
    func outputs() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                "selftest",
                "srp.fresh-*",
                "--requirement",
                "HAP-SRP-01*",
                "--prune",
                "--junit",
                "made/selftest.xml"
            )
            #expect(run.status == 0, "\(run.everything)")
            #expect(run.output.contains("0 of 2 proofs are not needed"), "\(run.output)")
            #expect(run.output.hasSuffix("the likely cause is correct for 2 of 2 killed defects (100 %)\n"))
            let text = try workspace.text("made/selftest.xml")
            #expect(text.contains(#"<testsuite name="selftest.HAP-SRP""#))
            #expect(text.contains(#"name="srp-b-reused""#))
            #expect(text.contains(#"<skipped message="no case proves HAP-SRP-014""#))
        }
    }

    @Test("A defect that is not found is a failure in JUnit, and gives status 4")
    func survivor() async throws {
        try await Workspace.with { workspace in
            let copy = workspace.folder.appending(path: "Suites")
            try FileManager.default.copyItem(at: AssayProgram.root.appending(path: "Suites"), to: copy)
            let file = copy.appending(path: "defects/pairing.yaml")
            let harmless = """
                - defect: harmless
                  breaks: [HAP-SRP-013]
                  on: lightbulb
                  derivation: { point: pair-setup.srp.form.K, do: { text: padded } }
                """
            let text = try String(contentsOf: file, encoding: .utf8)
            try "\(text)\n\(harmless)\n".write(to: file, atomically: true, encoding: .utf8)
            var assay = AssayProgram(in: workspace)
            assay.suites = copy.path
            let run = try await assay.run(
                "selftest",
                "srp.fresh-key",
                "--defect",
                "harmless",
                "--junit",
                "j.xml",
                within: .seconds(300)
            )
            #expect(run.status == 4, "\(run.everything)")
            let report = try workspace.text("j.xml")
            let failure = #"<failure type="survived" message="survived: violates HAP-SRP-013">"#
            #expect(report.contains(failure), "\(report)")
        }
    }

    @Test("With all variants of all defects, fewer than 95 % killed give status 4, even if the survivors are listed")
    func tooFewVariants() async throws {
        for (dimensions, killed, status) in [("user, restart", "1 of 2", 4), ("user", "1 of 1", 0)] {
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                try Self.writeSmallSuites(varying: dimensions, to: workspace)
                assay.suites = workspace.path("Excerpt")
                let run = try await assay.run("selftest", "--variants", "all")
                #expect(run.output.contains("\(killed) variants killed"), "\(run.everything)")
                #expect(run.output.contains("too few variants killed: 95 % of all must be") == (status == 4))
                #expect(run.status == status, "\(run.everything)")
                // The variants of one defect say nothing about the suites.
                let single = try await assay.run("selftest", "--variants", "all", "--defect", "below-minimum-stored")
                #expect(
                    single.output.contains("\(killed) variants killed") && single.status == 0,
                    "\(single.everything)"
                )
            }
        }
    }

    /// Suites of one case, and of one defect that the case does not find after a restart.
    private static func writeSmallSuites(varying dimensions: String, to workspace: Workspace) throws {
        let section = SuiteFile(
            path: "characteristics/own.yaml",
            text: """
                chapter: characteristics
                section: own
                title: "Values below the minimum"
                cases:
                  own.below-minimum:
                    title: "A value below minValue is refused"
                    proves: HAP-WRITE-018
                    each: {characteristic: {numeric: true, has: [pr, pw], declares: [minValue], stores: true}}
                    rows: {boundary: [below-minimum]}
                    steps:
                    - {write: {it: row}, expect: {outcome: invalid-value}}

                """
        )
        _ = try SuiteExcerpt(["own.below-minimum"], own: section).write(to: workspace)
        let lightbulb = "accessories/lightbulb.yaml"
        let text = try String(contentsOf: AssayProgram.root.appending(path: "Suites/\(lightbulb)"), encoding: .utf8)
        try workspace.write(text, to: "Excerpt/\(lightbulb)")
        let defect = """
            defects:
            - defect: below-minimum-stored
              breaks: [HAP-WRITE-018]
              on: lightbulb
              guard: {check: value.minimum, do: skip}
              vary: [\(dimensions)]

            """
        try workspace.write(defect, to: "Excerpt/defects/own.yaml")
        guard dimensions.contains("restart") else { return }
        let survivors = "variants:\n- {reason: no restart, variants: [below-minimum-stored@restart]}\n"
        try workspace.write("survivors: {}\n\(survivors)", to: "Excerpt/survivors.yaml")
    }
}
