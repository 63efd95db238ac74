import HAPModel
import Histories
import Processes
import Testing

/// A history in a working server of PostgreSQL, through the program.
@Suite("History on a server", .needsPostgres, .takingTurns, .timeLimit(.minutes(10)))
struct HistoryServerTests {
    /// A new server, whose URL the environment has.
    private static func with(
        _ body: (AssayProgram, Workspace, String) async throws -> Void
    ) async throws {
        try await PostgresCluster.with { cluster in
            try await Workspace.with { workspace in
                var assay = AssayProgram(in: workspace)
                assay.environment["ASSAY_HISTORY"] = cluster.url()
                try await body(assay, workspace, cluster.url())
            }
        }
    }

    private static func list(_ assay: AssayProgram) async throws -> [JSON] {
        let list = try await assay.run("history", "list", "--json")
        #expect(list.status == 0, "\(list.everything)")
        return try #require(try JSON.parse(Array(list.output.utf8))["runs"]?.arrayValue)
    }

    @Test("Two runs that end at the same time are both kept, each with its own verdicts")
    func together() async throws {
        try await Self.with { assay, _, _ in
            // The sockets of the simulators and the state folders are those of each run.
            func run(_ name: String, _ options: [String]) async throws -> AssayProgram.Finished {
                var assay = assay
                assay.environment["XDG_STATE_HOME"] = assay.workspace.path("state-\(name)")
                return try await assay.run(
                    ["run", "--simulated", "lightbulb", "--reports", name, "write.*"] + options,
                    within: .seconds(120)
                )
            }
            async let first = run("a", ["--without", "slow"])
            async let second = run("b", ["--without", "slow", "--defect", "below-min-accepted"])
            let (good, bad) = (try await first, try await second)
            #expect(good.status == 0 && bad.status == 1, "\(good.everything)\(bad.everything)")
            let runs = try await Self.list(assay)
            #expect(Set(runs.compactMap { $0["number"]?.int64Value }) == [1, 2])
            #expect(Set(runs.compactMap { $0["exit"]?.int64Value }) == [0, 1])
            for run in runs {
                let name = run["exit"] == 0 ? "a" : "b"
                let summary = try JSON.parse(assay.workspace.bytes("\(name)/latest/summary.json"))
                let totals = try #require(run["totals"]?.objectValue)
                #expect(totals.members.count > 1)
                for total in totals.members { #expect(summary["totals"]?[total.key] == total.value, "\(name)") }
            }
            // The same, from the records, is there already.
            let again = try await assay.run("history", "add", "a/latest", "b/latest")
            #expect(again.status == 0 && again.output.matches(of: /is in the history already as #[12]/).count == 2)
            #expect(try await Self.list(assay).count == 2)
        }
    }

    @Test(
        "Records are added, listed, plotted and searched for changes as in a file, without the password in any output"
    )
    func whole() async throws {
        try await Self.with { assay, workspace, url in
            let run = try await assay.run("run", "--simulated", "lightbulb", "--reports", "a", "write.several")
            #expect(run.status == 0, "\(run.everything)")
            var outputs = [run.everything]
            let known = try await assay.run("history", "add", "a/latest")
            #expect(known.output == "a/latest: is in the history already as #1\n", "\(known.everything)")
            outputs.append(known.everything)

            let golden = GoldenHistory()
            try golden.keep(in: url)
            try golden.keep(in: workspace.path("runs.sqlite"))
            #expect(try await Self.list(assay).count == 1 + golden.count)
            for command in [
                ["trend"], ["trend", "--json"], ["changes"], ["changes", "--json"], ["flaky", "--last", "20"],
            ] {
                let words = ["history"] + command + ["--accessory", "acme"]
                let server = try await assay.run(words)
                let file = try await assay.run(words + ["--history", "runs.sqlite"])
                #expect(server.status == 0 && file.status == 0, "\(server.everything)")
                // Numbers of runs differ by the one before them.
                #expect(Self.withoutNumbers(server.output) == Self.withoutNumbers(file.output), "\(command)")
                #expect(server.output.count > 100)
                outputs.append(server.everything)
            }
            let refusal = try await assay.run("history", "trend", "--accessory", "toaster")
            #expect(refusal.status == 2 && refusal.errors.contains("toaster"), "\(refusal.everything)")
            outputs.append(refusal.everything)
            for output in outputs { #expect(!output.contains("s3cr3t"), "\(output)") }
        }
    }

    /// The output without the numbers of runs, and without the blanks and line ends that depend on their widths.
    private static func withoutNumbers(_ output: String) -> String {
        output.replacing(/#\d+|"(run|number|before|first|last)": ?\d+/) { _ in "#" }
            .split { $0.isWhitespace || $0 == "─" }.joined(separator: " ")
    }
}
