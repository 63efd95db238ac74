import Foundation
import HAPModel
import Processes
import RunRecord
import Testing

/// The records of runs: their size, and `assay records`.
@Suite("Records", .takingTurns)
struct RecordsTests {
    /// The folders of the runs, without the link to the latest.
    private static func folders(_ workspace: Workspace) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: workspace.path("Reports"))) ?? []
        return names.filter { $0 != "latest" }.sorted()
    }

    private static func size(_ workspace: Workspace) throws -> Int {
        try workspace.files(below: "Reports/latest/.").reduce(0) {
            $0 + (try workspace.bytes("Reports/latest/\($1)").count)
        }
    }

    @Test("A record without the bytes of what passed is small, and a rejudgement gives the same files")
    func size() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let options = ["--simulated", "lightbulb", "--defect", "out-of-range-clamped"]
            let run = try await assay.run(["run"] + options + ["write.*", "--without", "slow"], within: .seconds(120))
            #expect(run.status == 1, "\(run.everything)")
            let folder = workspace.path("Reports/latest")
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/run.jsonl"))
            #expect(try Self.size(workspace) < 1_000_000)
            // Each verdict and each requirement has one line: with a line for each member the summary is half as long again.
            let lines = try workspace.text("Reports/latest/summary.json").split(separator: "\n")
            let summary = try workspace.summary()
            let verdicts = try #require(summary["verdicts"]?.arrayValue)
            let requirements = try #require(summary["requirements"]?.arrayValue)
            #expect(lines.count { $0.hasPrefix("    {\"instance\":") } == verdicts.count)
            #expect(lines.count { $0.hasPrefix("    {\"requirement\":") } >= requirements.count)
            #expect(lines.allSatisfy { !$0.hasPrefix("      ") })
            let events = try workspace.journal()
            let failed = Set(events.filter { $0.kind == .verdict && $0.body["outcome"] == "failed" }.map(\.instance))
            let messages = events.filter { $0.body["start"] != nil }
            #expect(messages.contains { failed.contains($0.instance) && $0.body["hex"] != nil })
            #expect(messages.allSatisfy { $0.body["hex"] != nil || $0.body["bytes"] != nil })
            let passed = messages.filter { $0.instance != nil && !failed.contains($0.instance) }
            #expect(passed.count > 100 && passed.allSatisfy { $0.body["hex"] == nil })
            #expect(try await assay.run("rejudge", "Reports/latest", "--into", "again").status == 0)
            for file in ["junit.xml", "summary.json"] {
                #expect(try workspace.bytes("again/\(file)") == workspace.bytes("Reports/latest/\(file)"))
            }
        }
    }

    @Test(
        "The record of a large accessory takes at most 1,650 bytes for an instance, gives the same files, and prints its lines"
    )
    func largest() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let words = ["run", "--simulated", "kitchen-sink", "--quiet", "write.*", "read.*", "--without", "slow"]
            let run = try await assay.run(words, within: .seconds(300))
            #expect(run.status == 0, "\(run.everything)")
            let size = try Self.size(workspace)
            // A run with --tier normal has 1,937 instances, and its record takes 2.9 MiB.
            let instances = try #require(try workspace.summary()["totals"]?["all"]?.int64Value)
            #expect(instances > 700 && size < 1650 * Int(instances), "\(size) bytes for \(instances) instances")
            let again = try await assay.run(["rejudge", "Reports/latest", "--into", "again"], within: .seconds(120))
            #expect(again.status == 0, "\(again.everything)")
            for file in ["junit.xml", "summary.json"] {
                #expect(try workspace.bytes("again/\(file)") == workspace.bytes("Reports/latest/\(file)"))
            }
            let journal = try await assay.run(["records", "journal", "Reports/latest"], within: .seconds(120))
            #expect(journal.status == 0, "\(journal.errors)")
            let events = try workspace.journal()
            let lines = journal.output.split(separator: "\n")
            #expect(lines.count == events.count && events.count > 10_000, "\(lines.count) lines")
            #expect(JournalEvent(line: Array(lines[lines.count - 1].utf8)) == events.last)
        }
    }

    @Test("A run that selects nothing leaves no folder")
    func nothing() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run("run", "--simulated", "lightbulb", "read.*", "--characteristic", "nope.nope")
            #expect(run.status == 2)
            #expect(run.everything.contains("nothing is selected"))
            #expect(!run.output.contains("Reports:"))
            #expect(Self.folders(workspace) == [])
            #expect(!FileManager.default.fileExists(atPath: workspace.path("Reports/latest")))
        }
    }

    @Test("list, show and prune")
    func commands() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            for name in ["read.one", "write.several", "read.twice"] {
                _ = try await assay.run("run", "--simulated", "lightbulb", name)
            }
            try workspace.write("mine", to: "Reports/notes/own.txt")
            let list = try await assay.run("records", "list")
            #expect(list.output.split(separator: "\n").count == 3, "\(list.everything)")
            #expect(list.output.lines(holding: "exit 0") == 3)
            let json = try JSON.parse(Array(try await assay.run("records", "list", "--json").output.utf8))
            let names = (json["records"]?.arrayValue ?? []).compactMap { $0["record"]?.stringValue }
            #expect(Set(names) == Set(Self.folders(workspace)).subtracting(["notes"]))
            #expect(json["records"]?[0]?["totals"]?["all"] != nil)

            let show = try await assay.run("records", "show", "Reports/\(names[0])")
            #expect(show.status == 0)
            #expect(show.output.hasPrefix("accessory  lightbulb at "))
            #expect(show.output.contains("(exit status 0 of the run)"))

            try await Self.isName(names[0], assay)
            let dry = try await assay.run("records", "prune", "--keep", "1", "--dry-run")
            #expect(dry.output.lines(holding: "would delete ") == 2)
            #expect(Self.folders(workspace).count == 4)
            let prune = try await assay.run("records", "prune", "--keep", "1")
            #expect(prune.output.lines(holding: "deleted ") == 2, "\(prune.everything)")
            #expect(Set(Self.folders(workspace)) == ["notes", names[0]])
            #expect(try workspace.summary()["totals"]?["failed"] == 0)
        }
    }

    @Test("The record of a run in progress is named as such, and prune leaves it")
    func inProgress() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try assay.start(["run", "--simulated", "lightbulb", "--tag", "events"])
            try await run.wait(for: "the plan", within: .seconds(30)) {
                $0.errorText.contains(" instances") ? true : nil
            }
            let name = try #require(Self.folders(workspace).first)
            _ = try await assay.run("run", "--simulated", "switch", "read.one")
            let list = try await assay.run("records", "list").output.split(separator: "\n")
            #expect(list.count == 2 && list[1].hasPrefix(name) && list[1].contains("  in progress  "), "\(list)")
            let prune = try await assay.run("records", "prune", "--keep", "1")
            #expect(prune.output.lines(holding: "deleted ") == 0, "\(prune.everything)")
            #expect(Self.folders(workspace).count == 2)
            run.send(signal: SIGINT)
            _ = try await run.end(within: .seconds(60))
            #expect(try await assay.run("records", "list").output.contains("in progress") == false)
        }
    }

    /// Checks that each command that takes a record takes the names of the list, and suggests names for one that is wrong.
    private static func isName(_ name: String, _ assay: AssayProgram) async throws {
        let commands = [
            ["records", "show"], ["records", "journal"], ["report"], ["rejudge"], ["compare", "--anyway", name],
            ["baseline", "update", "--baseline", "known.yaml"], ["history", "add", "--history", "runs.sqlite"],
        ]
        for command in commands {
            let named = try await assay.run(command + [name])
            let placed = try await assay.run(command + ["Reports/\(name)"])
            #expect(named.status == 0 && placed.status == 0, "\(command): \(named.everything)")
            #expect(!named.output.isEmpty, "\(command): \(named.everything)")
            let other = try await assay.run(command + [name.dropLast() + "x"])
            #expect(other.status == 2)
            let hint = "no record is named \(name.dropLast())x; did you mean "
            #expect(other.errors.hasPrefix(hint), "\(command): \(other.everything)")
            #expect(other.errors.contains("`assay records list` prints all"))
        }
        let elsewhere = try await assay.run("records", "show", name, "--reports", "elsewhere")
        #expect(elsewhere.status == 2, "\(elsewhere.everything)")
    }

    @Test("A record with missing or repeated lines is refused by each command that reads it")
    func gaps() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            _ = try await assay.run("run", "--simulated", "lightbulb", "read.twice")
            let lines = try workspace.journal().map(\.line)
            #expect(lines.count > 40)
            func write(_ name: String, _ lines: [String]) throws {
                try workspace.write(lines.joined(separator: "\n") + "\n", to: "\(name)/run.jsonl")
            }
            try write("missing", Array(lines[..<20] + lines[23...]))
            try write("repeated", Array(lines[..<23] + lines[20...]))
            for (name, problem) in [
                ("missing", "line 21 has event 23 instead of event 20, so lines are missing"),
                ("repeated", "line 24 has event 20 instead of event 23, so lines are repeated or in the wrong order"),
            ] {
                let message =
                    "\(name)/run.jsonl is damaged: \(problem); copy the whole file, or make the record again\n"
                for words in [
                    ["report", name], ["rejudge", name], ["compare", "Reports/latest", name],
                    ["compare", name, "Reports/latest", "--anyway"],
                    ["history", "add", name, "--history", "runs.sqlite"],
                ] {
                    let refused = try await assay.run(words)
                    #expect(refused.status == 2 && refused.output == "", "\(words): \(refused.everything)")
                    #expect(refused.errors == message, "\(words)")
                }
            }
            #expect(!FileManager.default.fileExists(atPath: workspace.path("runs.sqlite")))
        }
    }

    @Test("A compressed record that was cut off is read up to the cut; another file is refused")
    func damaged() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            _ = try await assay.run("run", "--simulated", "lightbulb", "write.round-trip")
            let whole = try workspace.bytes("Reports/latest/run.jsonl.gz")
            try FileManager.default.createDirectory(atPath: workspace.path("cut"), withIntermediateDirectories: true)
            try Data(whole.dropLast(200)).write(to: URL(filePath: workspace.path("cut/run.jsonl.gz")))
            let cut = try await assay.run("rejudge", "cut")
            #expect(cut.status == 0, "\(cut.everything)")
            #expect(cut.errors.contains("the record was cut off before the end of the run"))
            try workspace.write("no gzip", to: "odd/run.jsonl.gz")
            let odd = try await assay.run("rejudge", "odd")
            #expect(odd.status == 2)
            #expect(odd.errors == "odd/run.jsonl.gz cannot be read: it is not in the gzip format\n")
            let unknown = try await assay.run("records", "show", "nowhere")
            #expect(unknown.status == 2)
            #expect(try await assay.run("records", "list", "--reports", "nowhere").status == 2)
            #expect(try await assay.run("records", "prune", "--keep", "0").status == 2)
        }
    }
}
