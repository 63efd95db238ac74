import Foundation
import Glibc
import HAPModel
import Processes
import RunRecord
import Testing

/// `--history` and `assay history`, through the program.
@Suite("History", .takingTurns)
struct HistoryTests {
    private static let selection = ["write.below-minimum", "write.several"]

    /// A run of the lightbulb that is kept.
    @discardableResult
    private static func run(
        _ options: [String] = [],
        history: String = "runs.sqlite",
        with assay: AssayProgram
    ) async throws -> AssayProgram.Finished {
        try await assay.run(["run", "--simulated", "lightbulb", "--history", history] + options + selection)
    }

    private static func json(_ finished: AssayProgram.Finished) throws -> JSON {
        try JSON.parse(Array(finished.output.utf8))
    }

    @Test("Runs are kept with their verdicts and times, and listed with what they tested")
    func list() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            #expect(try await Self.run(with: assay).status == 0)
            #expect(try await Self.run(["--defect", "below-min-accepted"], with: assay).status == 1)
            let list = try await assay.run("history", "list", "--history", "runs.sqlite")
            #expect(list.status == 0, "\(list.everything)")
            let lines = list.output.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("#1") == true && lines.first?.hasSuffix("exit 0  6 passed") == true)
            #expect(lines.last?.contains("exit 1  2 passed, 3 failed, 1 skipped") == true, "\(list.output)")

            let runs = try #require(
                try Self.json(await assay.run("history", "list", "--json", "--history", "runs.sqlite"))["runs"]?
                    .arrayValue
            )
            #expect(runs.count == 2)
            #expect(runs[1]["accessory"]?["firmware"] == "1.2.3")
            let digest = try workspace.journal().first?.body["lock"]?["digest"]
            #expect(runs[1]["suites"]?.stringValue?.count == 64)
            #expect(runs[1]["suites"] == digest)
            #expect(runs[1]["totals"] == ["failed": 3, "passed": 2, "skipped": 1])
            let figures = try #require(runs[0]["figures"]?.arrayValue)
            #expect(figures.contains { $0["operation"] == "PUT /characteristics" && ($0["p50"]?.int64Value ?? 0) > 0 })
        }
    }

    @Test("A record is added as the run that it is, and not again if the history has it")
    func add() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await Self.run(["--defect", "below-min-accepted"], with: assay)
            let known = try await assay.run("history", "add", "Reports/latest", "--history", "runs.sqlite")
            #expect(known.status == 0)
            #expect(known.output == "Reports/latest: is in the history already as #1\n")
            // Another history gets it as the first one has it.
            let added = try await assay.run(
                "history",
                "add",
                "Reports/latest",
                "--history",
                "sqlite://\(workspace.path("other.sqlite"))"
            )
            #expect(added.output == "Reports/latest: added as #1\n", "\(added.everything)")
            let lists = ["runs.sqlite", "other.sqlite"].map { ["history", "list", "--json", "--history", $0] }
            #expect(try await assay.run(lists[0]).output == assay.run(lists[1]).output)
            let wrong = try await assay.run("history", "add", "Reports", "--history", "runs.sqlite")
            #expect(wrong.status == 2 && wrong.errors.split(separator: "\n").count == 1, "\(wrong.everything)")
            // One that cannot be added does not keep the others out.
            let both = try await assay.run("history", "add", "Reports", "Reports/latest", "--history", "third.sqlite")
            #expect(both.status == 2 && both.errors == wrong.errors, "\(both.everything)")
            #expect(both.output == "Reports/latest: added as #1\n")
        }
    }

    @Test("A measurement is kept, and the environment can name the history")
    func measurement() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_HISTORY"] = workspace.path("runs.sqlite")
            let run = try await assay.run("measure", "--simulated", "lightbulb", "read", "--count", "5")
            #expect(run.status == 0, "\(run.everything)")
            let runs = try #require(try Self.json(await assay.run("history", "list", "--json"))["runs"]?.arrayValue)
            #expect(runs.count == 1)
            #expect(runs[0]["kind"] == "measure" && runs[0]["accessory"]?["product"] == "Assay Lightbulb 1")
            #expect(runs[0]["figures"]?[0]?["operation"] == "read" && runs[0]["figures"]?[0]?["count"] == 5)
        }
    }

    @Test("The times that a case measures are kept with its instance, and have a trend")
    func measuredCase() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            for _ in 1...2 {
                let run = try await assay.run(
                    [
                        "run", "--simulated", "lightbulb", "--history", "runs.sqlite", "latency.pair-verify",
                        "latency.database",
                    ]
                )
                #expect(run.status == 0, "\(run.everything)")
            }
            let list = try await assay.run("history", "list", "--json", "--history", "runs.sqlite")
            let figures = try #require(try Self.json(list)["runs"]?[0]?["figures"]?.arrayValue)
            let database = figures.first { $0["operation"] == "latency.database[over=ip].database" }
            #expect(database?["count"] == 6 && (database?["p50"]?.int64Value ?? 0) > 0, "\(list.output)")
            let trend = try await assay.run(
                "history",
                "trend",
                "latency.pair-verify",
                "failed",
                "--history",
                "runs.sqlite"
            )
            #expect(trend.status == 0, "\(trend.everything)")
            let heads = trend.output.split(separator: "\n").filter { $0.first.map { !$0.isWhitespace } ?? false }
            let messages = ["m1", "m3"].map { "latency.pair-verify[over=ip].pair-verify.\($0)" }
            #expect(
                heads.map(String.init) == messages.flatMap { ["\($0).p50", "\($0).p99"] } + ["failed: 0 in all 2 runs"]
            )
        }
    }

    @Test("Two runs at once are both kept")
    func together() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            async let first = Self.run(["--reports", "a"], with: assay)
            async let second = Self.run(["--reports", "b"], with: assay)
            #expect(try await [first.status, second.status] == [0, 0])
            let list = try await assay.run("history", "list", "--history", "runs.sqlite")
            #expect(list.output.split(separator: "\n").count == 2, "\(list.everything)")
        }
    }

    @Test("A history that cannot be used gives one message and status 2 before anything runs")
    func badInput() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try workspace.write(String(repeating: "This is a diary. ", count: 100), to: "diary.txt")
            try await Self.run(history: "newer.sqlite", with: assay)
            try workspace.write("", to: "empty.sqlite")
            try FileManager.default.removeItem(atPath: workspace.path("Reports"))
            try Self.change(workspace.path("newer.sqlite"), "INSERT INTO history_schema VALUES (99)")
            try Self.change(workspace.path("foreign.sqlite"), "CREATE TABLE players (name TEXT)")
            let wrong = [
                ("diary.txt", "diary.txt is not a database"), ("newer.sqlite", "has schema 99"),
                ("foreign.sqlite", "is a database of another program"),
                ("diary.txt/runs.sqlite", "the folder diary.txt"),
                ("mysql://root:hunter2@localhost/runs", "cannot be kept with mysql://"),
                ("postgresql://root:hunter2@127.0.0.1:1/runs", "Connection refused"), ("/", "cannot be opened"),
            ]
            for (name, message) in wrong {
                let run = try await Self.run(history: name, with: assay)
                #expect(run.status == 2, "\(name): \(run.everything)")
                #expect(run.output == "" && run.errors.contains(message), "\(run.everything)")
                #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
                #expect(!run.errors.contains("hunter2"))
                let measured = try await assay.run("measure", "--simulated", "lightbulb", "read", "--history", name)
                #expect(measured.status == 2 && measured.errors.contains(message), "\(measured.everything)")
                let list = try await assay.run("history", "list", "--history", name)
                #expect(list.status == 2 && list.errors.split(separator: "\n").count == 1, "\(list.everything)")
            }
            #expect(try workspace.files(below: ".").filter { $0.hasPrefix("Reports/2") }.isEmpty)
            for (name, message) in [("missing.sqlite", "missing.sqlite does not exist"), ("empty.sqlite", "is empty")] {
                let list = try await assay.run("history", "list", "--history", name)
                #expect(list.status == 2 && list.errors.contains(message), "\(list.everything)")
            }
            #expect(!FileManager.default.fileExists(atPath: workspace.path("missing.sqlite")))
            let none = try await assay.run("history", "list")
            #expect(none.status == 2 && none.errors.contains("no history is named"))
        }
    }

    @Test("A run whose history is full keeps its verdicts and reports, and ends with 4; the record is added later")
    func full() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await Self.run(history: "small/runs.sqlite", with: assay)
            // The file fits on the disk, and a second run does not.
            let size = try workspace.bytes("small/runs.sqlite").count
            assay.launcher = Self.mounting("tmpfs", on: workspace.path("small"), "size=\(size + 8192)", copying: true)
            let run = try await assay.run(
                ["run", "--simulated", "lightbulb", "--history", "small/runs.sqlite", "--defect", "below-min-accepted"]
                    + ["write.*", "--without", "slow"],
                within: .seconds(120)
            )
            #expect(run.status == 4)
            let message =
                "the run is not in the history: the history small/runs.sqlite cannot be written: the disk is full"
            #expect(run.errors.contains(message), "\(run.errors)")
            let failed = try #require(try workspace.summary()["totals"]?["failed"]?.int64Value)
            #expect(failed >= 3 && run.output.contains("\(failed) failed"), "\(run.output)")
            assay.launcher = []
            let added = try await assay.run("history", "add", "Reports/latest", "--history", "small/runs.sqlite")
            #expect(added.status == 0 && added.output.contains("added as #2"), "\(added.everything)")
        }
    }

    @Test("A history on a read-only disk is refused before the run, and can be read")
    func readOnly() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await Self.run(history: "fixed/runs.sqlite", with: assay)
            assay.launcher = Self.mounting("--bind", on: workspace.path("fixed"), "ro", copying: false)
            let run = try await Self.run(history: "fixed/runs.sqlite", with: assay)
            #expect(run.status == 2 && run.errors.contains("read-only"), "\(run.everything)")
            let list = try await assay.run("history", "list", "--history", "fixed/runs.sqlite")
            #expect(list.status == 0 && list.output.hasPrefix("#1"), "\(list.everything)")
        }
    }

    /// The words before a program that sees a folder on a disk of its own.
    private static func mounting(_ kind: String, on folder: String, _ options: String, copying: Bool) -> [String] {
        let script =
            copying
            ? "cp -r \"$0\" \"$0.old\" && mount -t \(kind) -o \(options) none \"$0\" && cp \"$0.old\"/* \"$0\" && exec \"$@\""
            : "mount \(kind) \"$0\" \"$0\" && mount -o remount,bind,\(options) \"$0\" && exec \"$@\""
        let user = geteuid() == 0 ? [] : ["--user", "--map-root-user"]
        return ["/usr/bin/unshare", "--mount"] + user + ["/bin/sh", "-c", script, folder]
    }

    /// Changes a file with another program.
    private static func change(_ path: String, _ sql: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()", path,
            sql,
        ]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
