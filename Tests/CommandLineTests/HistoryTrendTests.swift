import Foundation
import HAPModel
import Histories
import Processes
import Testing

/// `assay history trend`, `changes` and `flaky`, through the program.
@Suite("History over time", .takingTurns)
struct HistoryTrendTests {
    /// A history of 24 runs.
    private static func with(
        _ golden: GoldenHistory = GoldenHistory(),
        _ body: (AssayProgram, Workspace) async throws -> Void
    ) async throws {
        try await Workspace.with { workspace in
            try golden.keep(in: workspace.path("runs.sqlite"))
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_HISTORY"] = workspace.path("runs.sqlite")
            try await body(assay, workspace)
        }
    }

    private static func json(_ finished: AssayProgram.Finished) throws -> JSON {
        #expect(finished.status == 0, "\(finished.everything)")
        return try JSON.parse(Array(finished.output.utf8))
    }

    @Test("A trend is a plot for each series, of all runs or of the last ones")
    func trend() async throws {
        try await Self.with { assay, _ in
            let all = try await assay.run("history", "trend")
            #expect(all.status == 0 && all.errors.isEmpty, "\(all.everything)")
            for name in ["failed", "GET /accessories.p50", "PUT /characteristics.p99"] {
                #expect(all.output.contains("\n\(name)\n") || all.output.hasPrefix("\(name)\n"), "\(all.output)")
            }
            let one = try await assay.run("history", "trend", "PUT /characteristics.p50", "--accessory", "acme")
            #expect(one.output.hasPrefix("PUT /characteristics.p50\n  1.55 ms ┤"), "\(one.output)")
            #expect(one.output.count { $0 == "•" } >= 14 && one.output.count { $0 == "▲" } == 1)
            #expect(one.output.contains("\n  from #13 on slower: median 1.22 ms → 1.52 ms, +"), "\(one.output)")
            let last = try Self.json(await assay.run("history", "trend", "failed", "--last", "5", "--json"))
            #expect(last["series"]?.arrayValue?.count == 1)
            let points = try #require(last["series"]?[0]?["points"]?.arrayValue)
            #expect(points.compactMap { $0["run"]?.int64Value } == [20, 21, 22, 23, 24])
            #expect(points.compactMap { $0["value"]?.int64Value } == [1, 1, 2, 1, 1])
        }
    }

    @Test("Changes of times, counts and verdicts start with the run in which they are")
    func changes() async throws {
        try await Self.with { assay, _ in
            let golden = GoldenHistory()
            let text = try await assay.run("history", "changes")
            #expect(text.status == 0 && text.errors.isEmpty, "\(text.everything)")
            #expect(text.output.hasPrefix("#13 2026-10-13T08:00:00Z: firmware 1.0 → 1.1\n"), "\(text.output)")
            #expect(text.output.hasSuffix("\n4 changes in 24 runs of Acme B1\n"), "\(text.output)")
            let json = try Self.json(await assay.run("history", "changes", "--json"))
            let changes = try #require(json["changes"]?.arrayValue)
            let names = changes.compactMap { $0["series"]?.stringValue }
            #expect(names == ["failed", "\(golden.operation).p50", "\(golden.operation).p99", golden.broken])
            #expect(changes.allSatisfy { $0["start"]?["number"] == 13 && $0["trend"] == "worse" })
        }
    }

    @Test("Runs of the same firmware that differ show flaky instances")
    func flaky() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            for options in [[], ["--defect", "below-min-accepted"], []] {
                let words = ["run", "--simulated", "lightbulb", "--history", "runs.sqlite", "write.below-minimum"]
                _ = try await assay.run(words + options)
            }
            let text = try await assay.run("history", "flaky", "--history", "runs.sqlite")
            #expect(text.status == 0, "\(text.everything)")
            let instance = "write.below-minimum[lightbulb.brightness; row=below-minimum; over=ip]"
            let block = "\(instance)\n  firmware 1.2.3, 3 runs: passed 2, failed 1\n  passed #1, failed #2, passed #3\n"
            #expect(text.output.contains(block), "\(text.output)")
            let json = try Self.json(await assay.run("history", "flaky", "--history", "runs.sqlite", "--json"))
            let flaky = try #require(json["flaky"]?.arrayValue)
            #expect(flaky.count == 3 && flaky.allSatisfy { $0["flips"] == 2 })
            #expect(flaky[0]["verdicts"]?[1]?["fingerprint"]?.stringValue?.isEmpty == false)
            // Two equal runs have none.
            let last = try await assay.run("history", "trend", "failed", "--history", "runs.sqlite", "--last", "2")
            #expect(last.output.hasPrefix("failed\n  3 ┤•"), "\(last.output)")
        }
    }

    @Test("What the history cannot answer gives one line and status 2")
    func refusals() async throws {
        try await Self.with { assay, workspace in
            var other = GoldenHistory()
            (other.manufacturer, other.name, other.count) = (nil, "Lamp", 7)
            try other.keep(in: workspace.path("other.sqlite"))
            var lonely = other
            lonely.count = 1
            try lonely.keep(in: workspace.path("one.sqlite"))
            try workspace.write("", to: "empty.sqlite")
            let wrong: [([String], String)] = [
                (
                    ["trend", "raed"],
                    "the runs of Acme B1 have no series `raed`; expected one of GET /accessories, PUT"
                ),
                (["trend", "put /characteristics"], "did you mean `PUT /characteristics`?"),
                (["trend", "--accessory", "toaster"], "has no run of an accessory like `toaster`"),
                (["changes", "--accessory", "toaster"], "has no run of an accessory like `toaster`"),
                (["flaky", "--accessory", "toaster"], "has no run of an accessory like `toaster`"),
                (["trend", "--history", "one.sqlite"], "has 1 run of Lamp that can be compared"),
                (["changes", "--history", "other.sqlite"], "with fewer than 8, a change cannot be told from chance"),
                (["flaky", "--history", "one.sqlite"], "has no two whole runs of Lamp with the same firmware"),
                (["trend", "--history", "empty.sqlite"], "is empty"),
                (["changes", "--history", "missing.sqlite"], "missing.sqlite does not exist"),
                (["changes", "--html", "/dev/null/page.html"], "the folder /dev/null cannot be written"),
            ]
            for (words, message) in wrong {
                let refusal = try await assay.run(["history"] + words)
                #expect(refusal.status == 2 && refusal.output.isEmpty, "\(words): \(refusal.everything)")
                #expect(refusal.errors.contains(message), "\(words): \(refusal.errors)")
                #expect(refusal.errors.split(separator: "\n").count == 1, "\(words): \(refusal.errors)")
            }
            // Runs of several products are one series only if the user chooses one.
            try other.keep(in: workspace.path("runs.sqlite"))
            let several = try await assay.run("history", "trend")
            #expect(several.status == 2 && several.errors.contains("2 products (`Acme B1`"), "\(several.everything)")
            let page = try await assay.run("history", "list", "--html", "page.html")
            #expect(page.status == 2 && page.errors.contains("name one with --accessory"), "\(page.everything)")
            #expect(!FileManager.default.fileExists(atPath: workspace.path("page.html")))
        }
    }

    @Test("A measurement that never reached its accessory is in the list, and is not another product")
    func unreached() async throws {
        try await Self.with { assay, _ in
            let measured = try await assay.run("measure", "--address", "127.0.0.1:9", "read")
            #expect(measured.status == 3, "\(measured.everything)")
            let list = try await assay.run("history", "list")
            #expect(list.output.split(separator: "\n").count == 25 && list.output.contains("127.0.0.1:9"))
            for command in ["trend", "changes", "flaky"] {
                let one = try Self.json(await assay.run("history", command, "--json", "--last", "24"))
                #expect(one["product"] == "Acme B1" && one["runs"] == 24, "\(command)")
            }
            let none = try await assay.run("history", "trend", "--accessory", "127.0.0.1:9")
            #expect(none.status == 2 && none.output.isEmpty, "\(none.everything)")
            #expect(
                none.errors.contains("no run of an accessory like `127.0.0.1:9` that reached its accessory"),
                "\(none.errors)"
            )
        }
    }

    @Test("Every subcommand writes the page of the history, too", arguments: ["list", "trend", "changes", "flaky"])
    func page(_ command: String) async throws {
        try await Self.with { assay, workspace in
            let finished = try await assay.run("history", command, "--html", "pages/history.html")
            #expect(finished.status == 0 && !finished.output.isEmpty, "\(finished.everything)")
            let page = try workspace.text("pages/history.html")
            #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
            #expect(page.contains("id=\"run-24\""))
        }
    }

    @Test("Names of an accessory cannot control the terminal")
    func hostile() async throws {
        var golden = GoldenHistory()
        golden.manufacturer = "\u{1b}]0;owned\u{7}\u{202e}Acme"
        golden.firmwares = ["\u{1b}[2J1.0", "\u{9b}1mx\r\n1.1"]
        golden.flaky = "\u{1b}[31mevents[\u{8}]"
        golden.operation = "read\u{1b}[5m"
        try await Self.with(golden) { assay, _ in
            for command in ["trend", "changes", "flaky", "list"] {
                for form in [[], ["--json"]] {
                    let finished = try await assay.run(["history", command] + form)
                    #expect(finished.status == 0, "\(finished.everything)")
                    let controls = finished.output.unicodeScalars.filter {
                        $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202e}")
                    }
                    #expect(controls.isEmpty, "\(command) \(form)")
                }
            }
        }
    }
}
