import Foundation
import HAPModel
import Processes
import Testing

/// The forms of reports for other programs.
@Suite("Reports for other programs", .takingTurns)
struct ReportFormTests {
    private static let run = [
        "run", "--simulated", "lightbulb", "--defect", "out-of-range-clamped", "write.above-maximum", "write.several",
    ]
    private static let instance = "write.above-maximum[lightbulb.brightness; row=above-maximum; over=ip]"

    @Test("A rejudgement with the same flavour gives the same files", arguments: ["strict", "surefire", "rich"])
    func flavours(_ flavour: String) async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run(Self.run + ["--junit-flavour", flavour])
            #expect(run.status == 1, "\(run.everything)")
            let options = ["Reports/latest", "--into", "again", "--junit-flavour", flavour]
            #expect(try await assay.run(["rejudge"] + options).status == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: workspace.path("again"))
            #expect(files.contains(flavour == "surefire" ? "TEST-characteristics.write.xml" : "junit.xml"), "\(files)")
            for file in files {
                #expect(try workspace.bytes("again/\(file)") == workspace.bytes("Reports/latest/\(file)"), "\(file)")
            }
        }
    }

    @Test("An unknown flavour is refused with the known ones")
    func unknownFlavour() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + ["--junit-flavour", "loose"])
            #expect(run.status == 2)
            #expect(run.errors.contains("strict, surefire or rich") || run.errors.contains("'strict'"), "\(run.errors)")
        }
    }

    @Test(
        "Failures are annotations for GitHub on standard error, if asked for or if GitHub runs the command",
        arguments: [
            (["--annotations", "github"], [:], true), ([], ["GITHUB_ACTIONS": "true"], true),
            (["--annotations", "none"], ["GITHUB_ACTIONS": "true"], false), ([], [:], false),
        ] as [([String], [String: String], Bool)]
    )
    func annotations(_ options: [String], _ environment: [String: String], _ isExpected: Bool) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment = environment
            let run = try await assay.run(Self.run + options + ["--json"])
            let lines = run.errors.split(separator: "\n").filter { $0.hasPrefix("::") }
            #expect(lines.count == (isExpected ? 3 : 0), "\(run.errors)")
            if isExpected {
                #expect(
                    lines.first?.hasPrefix("::error title=\(Self.instance)::HAP-WRITE-017: expected status") == true
                )
            }
            #expect(try JSON.parse(Array(run.output.utf8))["exit"]?["status"] == 1)
        }
    }

    @Test("Known failures are notices, and code quality calls them info")
    func known() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            _ = try await assay.run(Self.run)
            _ = try await assay.run("baseline", "update", "Reports/latest", "--baseline", "known.yaml")
            let options = ["--baseline", "known.yaml", "--annotations", "github", "--code-quality", "quality.json"]
            let run = try await assay.run(Self.run + options)
            #expect(run.status == 0, "\(run.everything)")
            #expect(run.errors.lines(holding: "::notice title=write.above-maximum") == 3)
            #expect(run.errors.lines(holding: "::known failure: unassigned: HAP-WRITE-017") == 3)
            #expect(run.errors.lines(holding: "::error") == 0)
            let issues = try JSON.parse(try workspace.bytes("quality.json"))
            #expect(issues.arrayValue?.map { $0["severity"] } == ["info", "info", "info"])
        }
    }

    @Test("The code quality report has what GitLab needs, and the same fingerprints in each run")
    func codeQuality() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            var reports: [JSON] = []
            for seed in ["1", "5"] {
                _ = try await assay.run(Self.run + ["--code-quality", "ci/quality.json", "--seed", seed])
                reports.append(try JSON.parse(try workspace.bytes("ci/quality.json")))
            }
            let issues = try #require(reports[0].arrayValue)
            #expect(issues.count == 3)
            for issue in issues {
                #expect(issue["check_name"] == "HAP-WRITE-017")
                #expect(issue["severity"] == "critical")
                #expect(issue["fingerprint"]?.stringValue?.count == 16)
                let path = try #require(issue["location"]?["path"]?.stringValue)
                let line = try #require(issue["location"]?["lines"]?["begin"]?.int64Value)
                let text = try String(contentsOf: AssayProgram.root.appending(path: path), encoding: .utf8)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines[Int(line) - 2...Int(line)].contains { $0.contains("write.above-maximum") })
            }
            let prints = reports.map { $0.arrayValue?.map { $0["fingerprint"] } }
            #expect(prints[0] == prints[1])
            #expect(Set(issues.compactMap { $0["fingerprint"]?.stringValue }).count == 3)
        }
    }

    @Test(
        "The HTML page of a run is that of its record, byte for byte, and a place that cannot be written is refused early"
    )
    func page() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run(Self.run + ["--html", "pages/run.html"])
            #expect(run.status == 1, "\(run.everything)")
            let page = try workspace.bytes("pages/run.html")
            #expect(page.starts(with: Array("<!doctype html>".utf8)) && page.count > 20_000)
            for command in ["report", "rejudge"] {
                let again = try await assay.run(command, "Reports/latest", "--html", "again.html")
                #expect(again.status == 0, "\(again.everything)")
                let isSame = try workspace.bytes("again.html") == page
                #expect(isSame, "\(command)")
            }
            for (place, message) in [
                (
                    "again.html/run.html",
                    "the folder again.html cannot be written (not a directory); choose another with --html"
                ),
                ("pages", "pages is a folder; name a file with --html"),
            ] {
                let refused = try await assay.run(Self.run + ["--html", place])
                #expect(refused.status == 2, "\(refused.everything)")
                #expect(refused.everything == "\(message)\n")
            }
            // The folder of the page takes the place of the other report.
            let late = try await assay.run(Self.run + ["--code-quality", "late/x", "--html", "late/x/page.html"])
            #expect(late.status == 4, "\(late.everything)")
            #expect(late.output.contains("written (exit status 4)"), "\(late.output)")
            #expect(late.errors.contains("the report late/x cannot be written"), "\(late.errors)")
            for option in ["--code-quality", "--html", "--history", "--reports"] {
                let folder = option == "--reports" ? "/proc" : "/proc/x.json"
                let refused = try await assay.run(Self.run + [option, folder])
                #expect(refused.status == 2, "\(refused.everything)")
                #expect(refused.errors.hasPrefix("the folder /proc cannot be written"), "\(refused.everything)")
                #expect(refused.output.isEmpty, "nothing ran")
                let nameless = try await assay.run(Self.run + [option, ""])
                #expect(nameless.status == 2, "\(nameless.everything)")
                let what = option == "--reports" ? "folder" : "file"
                let message =
                    option == "--history"
                    ? "the history has no name; name a file" : "\(option) is empty; name a \(what) with it\n"
                #expect(nameless.everything.hasPrefix(message), "\(nameless.everything)")
                #expect(nameless.output.isEmpty, "nothing ran")
            }
        }
    }
}
