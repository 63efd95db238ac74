import Foundation
import HAPModel
import Processes
import Testing

/// The records of `assay measure`, and what other commands do with them.
@Suite("Records of measurements", .takingTurns)
struct MeasuredRecordTests {
    /// Simulated lightbulbs whose reads are late at random, and one that is a tenth slower.
    private static let defects = """
        defects:
        - defect: reads-around-20ms
          breaks: [HAP-HTTP-033]
          on: lightbulb
          link: {at: response, do: {delay: {between: [16ms, 24ms]}}}
          when: {message: read}
        - defect: reads-around-22ms
          breaks: [HAP-HTTP-033]
          on: lightbulb
          link: {at: response, do: {delay: {between: [17.6ms, 26.4ms]}}}
          when: {message: read}

        """

    /// Measures, and gives the record another place.
    private static func measure(
        _ words: [String],
        into name: String,
        with assay: AssayProgram,
        status: Int32 = 0
    ) async throws {
        let run = try await assay.run(["measure", "--reports", "made-\(name)"] + words)
        #expect(run.status == status, "\(run.everything)")
        let workspace = assay.workspace
        let made = URL(filePath: workspace.path("made-\(name)/latest")).resolvingSymlinksInPath().path
        try FileManager.default.moveItem(atPath: made, toPath: workspace.path(name))
    }

    @Test("Over sockets a shift of 10 % at 200 reads is found, and the same accessory measured twice gives no alarm")
    func shift() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try assay.copySuites()
            try workspace.write(Self.defects, to: "Suites/defects/shift.yaml")
            let load = ["read", "--count", "200", "--warm-up", "5"]
            for (name, defect) in [
                ("old", "reads-around-20ms"), ("same", "reads-around-20ms"), ("new", "reads-around-22ms"),
            ] {
                try await Self.measure(
                    load + ["--simulated", "lightbulb", "--defect", defect],
                    into: name,
                    with: assay
                )
            }
            let slower = try await assay.run("compare", "old", "new", "--fail-on-slower", "--html", "page.html")
            #expect(slower.status == 1, "\(slower.everything)")
            #expect(slower.words.contains("read of lightbulb.on over ip: slower at p50"), "\(slower.output)")
            #expect(slower.words.contains("the new side is slower than the old one (exit status 1)"))
            #expect(try workspace.text("page.html").contains("Slower"))
            #expect(try await assay.run("compare", "old", "new").status == 0)
            let same = try await assay.run("compare", "old", "same", "--fail-on-slower", "--json")
            #expect(same.status == 0, "\(same.everything)")
            let json = try JSON.parse(Array(same.output.utf8))
            #expect(json["measured"]?[0]?["direction"] == "same" && json["measured"]?[0]?["new-count"] == 200)
        }
    }

    @Test("A record of a measurement is shown, judged, listed and kept again, and its budgets decide the status")
    func record() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let place = ["--simulated", "lightbulb"]
            let load = ["read", "connect", "write-response", "--count", "25"]
            try await Self.measure(
                place + load + ["--budget", "read.max=0.001ms"],
                into: "slow",
                with: assay,
                status: 1
            )
            let summary = try JSON.parse(workspace.bytes("slow/summary.json"))
            #expect(summary["exit"]?["status"] == 1 && summary["exit"]?["meaning"] == "a budget is violated")
            #expect(
                summary["latency"]?["operations"]?.arrayValue?.compactMap { $0["operation"] } == ["connect", "read"]
            )
            #expect(summary["latency"]?["unmeasured"]?[0]?["operation"] == "write-response")
            #expect(summary["latency"]?["budgets"]?[0]?["outcome"] == "failed")
            #expect(try workspace.text("slow/junit.xml").contains("<failure type=\"budget\""))
            let list = try await assay.run("records", "list", "--reports", ".")
            #expect(list.output.contains("connect, read; 1 budget failed"), "\(list.everything)")
            let listed = try JSON.parse(
                Array(try await assay.run("records", "list", "--reports", ".", "--json").output.utf8)
            )
            #expect(listed["records"]?[0]?["operations"] == ["connect", "read"])
            let command = try #require(summary["command"]?.stringValue)
            #expect(command.hasSuffix("--count 25 --budget read.max=0.001ms connect read write-response"), "\(command)")

            let report = try await assay.run("report", "slow", "--html", "page.html")
            #expect(report.status == 0 && report.output.contains("read.max <= 1.00 µs: failed"), "\(report.everything)")
            #expect(try workspace.text("page.html").contains("<title>Too slow: "))
            let again = try await assay.run("rejudge", "slow", "--into", "again")
            #expect(again.status == 0, "\(again.everything)")
            #expect(try workspace.bytes("again/summary.json") == workspace.bytes("slow/summary.json"))
            #expect(try workspace.bytes("again/junit.xml") == workspace.bytes("slow/junit.xml"))
            let kept = try await assay.run("history", "add", "slow", "--history", "runs.sqlite")
            #expect(kept.status == 0, "\(kept.everything)")
            let twice = try await assay.run("history", "add", "slow", "--history", "runs.sqlite")
            #expect(twice.status == 0 && twice.everything.contains("already"), "\(twice.everything)")
        }
    }

    @Test("Only equal loads are compared, and each operation that is not compared says why")
    func loads() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let place = ["--simulated", "lightbulb", "--warm-up", "0"]
            try await Self.measure(place + ["read", "connect", "--count", "20"], into: "old", with: assay)
            try await Self.measure(
                place + ["read", "connect", "write", "--count", "20", "--sessions", "2"],
                into: "new",
                with: assay
            )
            let compared = try await assay.run("compare", "old", "new", "--json")
            #expect(compared.status == 0, "\(compared.everything)")
            let json = try JSON.parse(Array(compared.output.utf8))
            #expect(json["measured"]?.arrayValue?.compactMap { $0["operation"] } == ["connect"])
            let reasons = (json["not-compared"]?.arrayValue ?? []).map {
                "\($0["operation"]?.stringValue ?? ""): \($0["reason"]?.stringValue ?? "")"
            }
            #expect(
                reasons == [
                    "read: the loads differ: 1 session in old, 2 sessions in new",
                    "write of lightbulb.on over ip, 2 sessions: only new measured it",
                ]
            )
            // A step of a case measures under other conditions than the command.
            let run = try await assay.run("run", "--simulated", "lightbulb", "latency.pair-verify", "--reports", "run")
            #expect(run.status == 0, "\(run.everything)")
            let none = try await assay.run("compare", "old", "run/latest")
            #expect(none.status == 2 && none.errors.contains("nothing that can be compared"), "\(none.everything)")
        }
    }

    @Test("Records of measurements that cannot be compared, and targets that cannot be written, give one message")
    func badInput() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await Self.measure(["--simulated", "lightbulb", "read", "--count", "20"], into: "old", with: assay)
            try await Self.measure(["--simulated", "switch", "read", "--count", "20"], into: "switch", with: assay)
            let files = FileManager.default
            try files.createDirectory(atPath: workspace.path("cut"), withIntermediateDirectories: true)
            let journal = try workspace.bytes("old/run.jsonl.gz")
            try Data(journal.prefix(journal.count / 2)).write(to: URL(filePath: workspace.path("cut/run.jsonl.gz")))
            try files.copyItem(atPath: workspace.path("old"), toPath: workspace.path("copy"))
            try workspace.write("text", to: "file")
            let wrong: [([String], String)] = [
                (["compare", "old", "cut"], "lines of the journal of cut are missing"),
                (["compare", "old", "old"], "old is on both sides, so it would be compared with itself"),
                (["compare", "old", "copy"], "old and copy are the same record"),
                (["compare", "old", "switch"], "tested different accessories"),
                (["compare", "copy", "switch", "--html", "file/page.html"], "tested different accessories"),
                (
                    ["measure", "--simulated", "lightbulb", "read", "--reports", "file/Reports"],
                    "the folder file/Reports cannot be written (not a directory); choose another with --reports"
                ),
            ]
            for (words, message) in wrong {
                let run = try await assay.run(words)
                #expect(run.status == 2, "\(words): \(run.everything)")
                #expect(run.output == "" && run.errors.contains(message), "\(words): \(run.everything)")
                #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            }
            let name = try await assay.run("measure", "--simulated", "lightbulb", "read", "--on", "lightbulb.brightnes")
            #expect(name.status == 2, "\(name.everything)")
            #expect(!files.fileExists(atPath: workspace.path("Reports/latest")), "a record was left behind")
        }
    }

    @Test(
        "A profile's budgets apply to the steps of cases: the stricter limit applies, and the finding says whose it is"
    )
    func profile() async throws {
        try await withLightbulb { assay, accessory, _ in
            let workspace = assay.workspace
            func run(_ budgets: String) async throws -> (run: AssayProgram.Finished, verdict: JSON?) {
                try workspace.write(
                    "reach: {address: \"\(accessory.address)\"}\nbudgets:\n\(budgets)\n",
                    to: "accessory.yaml"
                )
                let run = try await assay.run(
                    ["run", "--profile", "accessory.yaml", "latency.pair-verify", "--reports", "Runs"]
                )
                let summary = try? JSON.parse(workspace.bytes("Runs/latest/summary.json"))
                return (run, summary?["verdicts"]?.arrayValue?.first { $0["outcome"] != "skipped" })
            }
            let strict = try await run("  pair-verify.m1.max: 0.001ms")
            #expect(strict.run.status == 1, "\(strict.run.everything)")
            #expect(strict.run.output.contains("\na budget of the profile is violated (exit status 1)"))
            let finding = try #require(strict.verdict?["findings"]?[0])
            #expect(finding["requirement"] == "profile.pair-verify.m1.max")
            #expect(
                finding["expected"]
                    == "m1.max is at most 1.00 µs, the profile's budget at accessory.yaml:3:3, stricter than the 10.0 s of the case"
            )
            let mild = try await run("  pair-verify.m1.max: {limit: 0.001ms, severity: warn}")
            #expect(mild.run.status == 0 && mild.verdict?["outcome"] == "warned", "\(mild.run.everything)")
            let loose = try await run("  pair-verify.m1.max: 20s\n  pair-verify.m3.p99: 0.001ms")
            #expect(loose.run.status == 0 && loose.verdict?["outcome"] == "passed", "\(loose.run.everything)")
            let words = loose.run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let left = "note: 1 budget of the profile not judged, because no case of this run took enough times:"
            #expect(words.contains("\(left) pair-verify.m3.p99; `assay measure` judges them"), "\(words)")
            let wrong = try await run("  pair-verfy.m1.max: 20s")
            #expect(wrong.run.status == 2, "\(wrong.run.everything)")
            #expect(
                wrong.run.errors.hasPrefix(
                    "accessory.yaml:3:3: the budget `pair-verfy.m1.max` is for an unknown operation `pair-verfy`"
                ),
                "\(wrong.run.errors)"
            )
            #expect(wrong.run.errors.split(separator: "\n").count == 1)
        }
    }
}
