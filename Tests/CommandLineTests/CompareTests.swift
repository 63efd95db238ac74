import Foundation
import HAPModel
import Processes
import Testing

/// `assay compare`.
@Suite("Comparison of records", .takingTurns)
struct CompareTests {
    private static let selection = ["write.below-minimum", "write.several", "record.category"]

    /// Runs the lightbulb with these defects, and gives its record another place.
    private static func record(
        _ name: String,
        _ defects: [String],
        _ selection: [String] = selection,
        simulated accessory: String = "lightbulb",
        with assay: AssayProgram,
        in workspace: Workspace
    ) async throws {
        let options = defects.flatMap { ["--defect", $0] }
        let run = try await assay.run(["run", "--simulated", accessory] + options + selection)
        #expect([0, 1].contains(run.status), "\(run.everything)")
        let latest = URL(filePath: workspace.path("Reports/latest")).resolvingSymlinksInPath().path
        let place = workspace.path(name)
        try FileManager.default.createDirectory(
            atPath: URL(filePath: place).deletingLastPathComponent().path,
            withIntermediateDirectories: true
        )
        try FileManager.default.moveItem(atPath: latest, toPath: place)
    }

    @Test("A new failure gives 6, the way back gives 0 and names what was fixed, and equal records have no change")
    func changes() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await Self.record("good", [], with: assay, in: workspace)
            try await Self.record("bad", ["below-min-accepted"], with: assay, in: workspace)
            try await Self.record("clamped", ["out-of-range-clamped"], with: assay, in: workspace)

            let worse = try await assay.run("compare", "good", "bad", "--html", "pages/worse.html")
            #expect(worse.status == 6, "\(worse.everything)")
            #expect(worse.output.contains("new failures (3)\n  write.below-minimum[lightbulb.brightness;"))
            #expect(worse.words.contains("(exit status 6)"))
            #expect(try workspace.text("pages/worse.html").hasPrefix("<!doctype html>"))

            let better = try await assay.run("compare", "bad", "good", "--json")
            #expect(better.status == 0, "\(better.everything)")
            let json = try JSON.parse(Array(better.output.utf8))
            let verdicts = try #require(json["verdicts"]?.arrayValue)
            #expect(verdicts.map { $0["kind"] } == ["fixed", "fixed", "fixed"])
            #expect(verdicts.first?["before"] == "failed" && verdicts.first?["after"] == "passed")
            #expect(verdicts.first?["reason"]?.stringValue?.contains("HAP-WRITE-018: expected") == true)
            #expect(json["identity"]?.arrayValue?.map { $0["field"] } == ["device-id"])

            let other = try await assay.run("compare", "bad", "clamped", "--markdown")
            #expect(other.status == 7, "\(other.everything)")
            #expect(other.output.hasPrefix("## Assay: a failure of the old side fails in another way"))
            #expect(other.output.contains("- **write.below-minimum\\[lightbulb.hue;"))

            try await Self.record("again", [], with: assay, in: workspace)
            let same = try await assay.run("compare", "good", "again")
            #expect(same.status == 0 && same.output.contains("no verdict changed"), "\(same.everything)")
        }
    }

    @Test("A folder of records is one side: what fails in some runs of the old side is not new")
    func folders() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await Self.record("old/1", [], with: assay, in: workspace)
            try await Self.record("old/2", ["below-min-accepted"], with: assay, in: workspace)
            try await Self.record("new/1", ["below-min-accepted"], with: assay, in: workspace)
            let compared = try await assay.run("compare", "old", "new")
            #expect(compared.status == 0, "\(compared.everything)")
            #expect(compared.words.contains("2 runs, the newest of"))
            #expect(try await assay.run("compare", "old/1", "new").status == 6)
        }
    }

    @Test("Records that cannot be compared give one message and status 2, and no page")
    func badInput() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await Self.record("good", [], with: assay, in: workspace)
            try await Self.record("switch", [], ["read.*"], simulated: "switch", with: assay, in: workspace)
            let journal = try workspace.bytes("good/run.jsonl.gz")
            func damaged(_ name: String, _ bytes: [UInt8]) throws {
                try FileManager.default.createDirectory(atPath: workspace.path(name), withIntermediateDirectories: true)
                try Data(bytes).write(to: URL(filePath: workspace.path("\(name)/run.jsonl.gz")))
            }
            try damaged("cut", Array(journal.prefix(journal.count * 2 / 3)))
            try damaged("empty", [])
            let lines = try await assay.run("report", "good", "--json").output
            #expect(!lines.isEmpty)
            let old =
                "{\"n\":0,\"t\":0,\"kind\":\"header\",\"body\":{\"schema\":2,\"environment\":{\"tool\":\"assay 0.1.9\"}}}\n"
            try FileManager.default.createDirectory(
                atPath: workspace.path("ancient"),
                withIntermediateDirectories: true
            )
            try Data(old.utf8).write(to: URL(filePath: workspace.path("ancient/run.jsonl")))
            try FileManager.default.createDirectory(
                atPath: workspace.path("nothing"),
                withIntermediateDirectories: true
            )

            try await Self.record("Reports/first", [], with: assay, in: workspace)
            let unnamed = try await assay.run("compare", "old", "first")
            #expect(
                unnamed.errors
                    == "no record is named old; the newest in Reports: first; `assay records list` prints all\n"
            )
            try FileManager.default.removeItem(atPath: workspace.path("Reports/first"))
            let wrong = [
                ("cut", "lines of the journal of cut are missing"), ("empty", "empty/run.jsonl.gz"),
                ("ancient", "has schema 2, and this version reads schemas 3 to 5; read it with assay 0.1.9"),
                ("nothing", "nothing is not a record and has none"), ("missing", "missing"),
                ("switch", "tested different accessories"),
            ]
            for (name, message) in wrong {
                for sides in [["good", name], [name, "good"]] {
                    let compared = try await assay.run(["compare"] + sides + ["--html", "page.html"])
                    #expect(compared.status == 2, "\(name): \(compared.everything)")
                    #expect(compared.output == "" && compared.errors.contains(message), "\(compared.everything)")
                    #expect(compared.errors.split(separator: "\n").count == 1, "\(compared.errors)")
                    #expect(!FileManager.default.fileExists(atPath: workspace.path("page.html")))
                }
            }
            let both = try await assay.run("compare", "good", "good", "--json", "--markdown")
            #expect(both.status == 2 && both.errors.contains("--json and --markdown cannot be used together"))

            try assay.copySuites()
            let suite = URL(filePath: workspace.path("Suites/characteristics/write.yaml"))
            let text = try String(contentsOf: suite, encoding: .utf8)
            try ("# Another version.\n" + text).write(to: suite, atomically: true, encoding: .utf8)
            try await Self.record("other", [], with: assay, in: workspace)
            let suites = try await assay.run("compare", "good", "other")
            #expect(suites.status == 2, "\(suites.everything)")
            #expect(suites.errors.contains("judged by different suites (characteristics/write.yaml differs)"))
            #expect(try await assay.run("compare", "good", "other", "--anyway").status == 0)
        }
    }
}
