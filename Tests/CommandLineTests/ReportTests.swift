import HAPModel
import Processes
import Testing

/// `assay report`.
@Suite("Reports of a record", .takingTurns)
struct ReportTests {
    private static let run = [
        "run", "--simulated", "lightbulb", "--defect", "out-of-range-clamped", "write.above-maximum", "write.several",
        "timed-write.expired", "values.names",
    ]

    @Test("By requirement, each requirement of the catalogue has one state, with level and source")
    func requirements() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            #expect(try await assay.run(Self.run).status == 1)
            let json = try await assay.run("report", "Reports/latest", "--by", "requirement", "--json")
            #expect(json.status == 0, "\(json.everything)")
            let all = try #require(try JSON.parse(Array(json.output.utf8))["requirements"]?.arrayValue)
            #expect(all == (try workspace.summary()["requirements"]?.arrayValue))
            let coverage = try await assay.run("coverage", "--json")
            let known = try #require(try JSON.parse(Array(coverage.output.utf8))["requirements"]?.arrayValue)
            #expect(all.map { $0["requirement"] } == known.map { $0["id"] })
            #expect(all.allSatisfy { $0["level"]?.stringValue != nil && $0["source"]?.stringValue?.isEmpty == false })

            func state(_ id: String) -> JSON? { all.first { $0["requirement"]?.stringValue == id } }
            let violated = try #require(state("HAP-WRITE-017"))
            #expect(violated["state"] == "violated")
            #expect(violated["shown-by"]?.arrayValue?.count == 3)
            #expect(state("HAP-WRITE-009")?["state"] == "met")
            #expect(state("HAP-WRITE-009")?["shown-by"] == ["write.several"])
            let skipped = all.filter { $0["state"] == "not-applicable" }
            #expect(skipped.contains { $0["reason"]?.stringValue?.contains("this accessory has none") == true })
            #expect(all.contains { $0["state"] == "not-judged" && $0["reason"] == "its cases were not selected" })
            let without = all.filter { $0["state"] == "without-case" }.compactMap { $0["requirement"] }
            #expect(without == known.filter { $0["proven-by"] == nil }.compactMap { $0["id"] })
            let passed = try workspace.summary()["verdicts"]?.arrayValue?.first { $0["case"] == "write.several" }
            #expect(passed?["met"]?.arrayValue?.contains("HAP-WRITE-009") == true)
        }
    }

    @Test("The text lists the requirements by state, the worst first, and counts them")
    func text() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            _ = try await assay.run(Self.run)
            let text = try await assay.run("report", "Reports/latest", "--by", "requirement")
            #expect(text.output.hasPrefix("violated (2)\n  HAP-"))
            #expect(text.output.lines(holding: "  HAP-WRITE-017 (must)  HAP R1 ") == 1)
            let last = try #require(text.output.split(separator: "\n").last)
            #expect(
                last.contains(
                    #/^2 violated, \d+ warned, \d+ met, \d+ not judged, \d+ not applicable, \d+ without case, \d+ in total$/#
                )
            )
        }
    }

    @Test("By instance, it prints what the run printed")
    func instances() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run(Self.run)
            let report = try await assay.run("report", "Reports/latest")
            #expect(report.output.hasPrefix("FAILED write.above-maximum"))
            // The command ends with 0, whatever the run came to.
            #expect(report.status == 0 && report.output.contains("(exit status 1 of the run)"), "\(report.output)")
            let printed = report.output.replacing("(exit status 1 of the run)", with: "(exit status 1)")
                .replacing("`--verbose` lists the", with: "`assay why` and `--verbose` list the")
            #expect(run.output.hasPrefix(printed), "\(report.output)")
            let whole = try await assay.run("report", "Reports/latest", "--verbose")
            #expect(whole.output.contains("\nskipped (") && !whole.output.contains("--verbose"), "\(whole.output)")
            let show = try await assay.run("records", "show", "Reports/latest")
            #expect(show.status == 0 && show.output.contains("(exit status 1 of the run)"), "\(show.output)")
        }
    }

    @Test("An unknown record is one message with exit status 2; one that was cut off says what it lacks")
    func errors() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let missing = try await assay.run("report", "nowhere")
            #expect(missing.status == 2)
            #expect(missing.errors.lines(holding: "nowhere") == 1)
            let wrong = try await assay.run("report", "nowhere", "--by", "colour")
            #expect(wrong.status == 2)
            #expect(wrong.errors.contains("'colour' is invalid for '--by"))
        }
    }
}
