import Glibc
import HAPModel
import Processes
import Testing

/// `assay measure`, over sockets, against the simulator in its own process.
@Suite("Measuring", .takingTurns)
struct MeasureTests {
    private static let words = [
        "measure", "connect", "pair-verify", "database", "read", "write", "timed-write", "batch", "identify", "event",
        "reconnect", "pair-setup", "--count", "3", "--warm-up", "1",
    ]

    @Test("Every operation is measured with the kernel's stamps, and the accessory is as it was before")
    func everything() async throws {
        try await withLightbulb { assay, accessory, place in
            let before = try await accessory.values()
            let run = try await assay.run(Self.words + place + ["--json", "out.json"])
            #expect(run.status == 0, "\(run.everything)")
            #expect(try await accessory.values() == before)
            #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(run.output)")
            #expect(run.output.contains("a plain echo"))
            let json = try JSON.parse(assay.workspace.bytes("out.json"))
            let series = try #require(json["series"]?.arrayValue)
            let names = series.compactMap { $0["series"]?.stringValue }
            #expect(
                names == [
                    "connect", "pair-verify.m1", "pair-verify.m3", "database", "read", "write", "timed-write", "batch",
                    "identify", "event", "reconnect", "pair-setup.m1", "pair-setup.m3", "pair-setup.m5",
                ]
            )
            for one in series {
                let name = one["series"]?.stringValue ?? "?"
                #expect(one["count"] == 3, "\(name)")
                #expect(one["samples"]?.arrayValue?.count == 3, "\(name)")
                let isOfTheKernel = !["connect", "timed-write", "reconnect"].contains(name)
                #expect(one["stamps"] == (isOfTheKernel ? "kernel" : "socket"), "\(name)")
            }
            let read = try #require(series.first { $0["series"] == "read" })
            #expect(read["network"]?["after"]?["method"] == "TCP_INFO")
            // The accessory knows no controller of the measurement any more.
            let again = try await assay.run(["measure", "read", "--count", "1"] + place)
            #expect(again.status == 0, "\(again.everything)")
        }
    }

    @Test("Over Thread the same operations are measured, at the socket, with a CoAP ping beside them")
    func thread() async throws {
        try await withLightbulb(["--host", "::1", "--thread-port", "0"]) { assay, accessory, _ in
            let thread = try #require(accessory.thread)
            let run = try await assay.run(
                "measure",
                "read",
                "write",
                "event",
                "--count",
                "2",
                "--address",
                thread,
                "--json",
                "-"
            )
            #expect(run.status == 0, "\(run.everything)")
            let series = try #require(try JSON.parse(Array(run.output.utf8))["series"]?.arrayValue)
            #expect(series.compactMap { $0["series"]?.stringValue } == ["read", "write", "event"])
            #expect(series.allSatisfy { $0["stamps"] == "socket" && $0["transport"] == "thread" })
            #expect(series.first?["network"]?["before"]?["method"] == "CoAP ping")
        }
    }

    @Test("Several sessions with a rate share the operations, and a budget decides the exit status")
    func budgets() async throws {
        try await withLightbulb { assay, _, place in
            let load = ["measure", "read", "--sessions", "4", "--rate", "200", "--count", "40"]
            let met = try await assay.run(load + place + ["--budget", "read.p50=10s", "--json", "met.json"])
            #expect(met.status == 0, "\(met.everything)")
            #expect(met.output.contains("read.p50 <= 10.0 s: met"), "\(met.output)")
            let json = try JSON.parse(assay.workspace.bytes("met.json"))
            #expect(json["series"]?[0]?["by-session"]?.arrayValue?.count == 4)
            #expect(json["budgets"]?[0]?["outcome"] == "met")
            let violated = try await assay.run(load + place + ["--budget", "read.max=0.001ms"])
            #expect(violated.status == 1, "\(violated.everything)")
            #expect(violated.output.contains("read.max <= 1.00 µs: failed"), "\(violated.output)")
            #expect(violated.output.hasSuffix("\na budget is violated (exit status 1)\n"), "\(violated.output)")
            let few = try await assay.run(["measure", "read", "--count", "3", "--budget", "read.p99=10s"] + place)
            #expect(few.status == 5, "\(few.everything)")
            #expect(
                few.output.contains("read.p99 <= 10.0 s: not judged, 3 times are too few; it needs 100"),
                "\(few.output)"
            )
            #expect(
                !few.output.contains("?") && few.output.contains(#/\n {2}95 %: p99 \S+ \S+ or more\n/#),
                "\(few.output)"
            )
            #expect(few.output.hasSuffix("(exit status 5)\n"), "\(few.output)")
            let slow = try await assay.run(["measure", "read", "--count", "3", "--budget", "read.p99=1us"] + place)
            // All of them are longer, so p99 is, too.
            #expect(slow.status == 1, "\(slow.everything)")
        }
    }

    @Test(
        "The usual number of searches is enough to judge their p50; fewer are not",
        arguments: [
            ([], 1, "discovery.p50 <= 1.00 µs: failed"), (["--count", "5"], 5, "5 times are too few; it needs 6"),
        ]
            as [([String], Int32, String)]
    )
    func discovery(_ count: [String], _ status: Int32, _ line: String) async throws {
        try await Workspace.with { workspace in
            let words = ["measure", "--simulated", "lightbulb", "discovery", "--budget", "discovery.p50=1us"]
            let run = try await AssayProgram(in: workspace).run(words + count)
            #expect(run.status == status, "\(run.everything)")
            #expect(run.output.contains(line), "\(run.output)")
        }
    }

    @Test(
        "What cannot be measured is an error with near names",
        arguments: [
            (["raed"], "unknown operation `raed`; did you mean `read`?"),
            (["--budget", "reed.p99=5ms"], "unknown operation `reed`; did you mean `read`?"),
            (["--budget", "read.p99"], "--budget needs OPERATION.PERCENTILE=TIME"),
            (
                ["--budget", "read.p99=1ns"],
                "--budget read.p99=1ns: it needs a time above 0 in the form 500us, 50ms or 2s"
            ),
            (["--sessions", "9"], "--sessions needs a number from 1 to 8, not 9"),
            (["--on", "lightbulb.brightnes"], "did you mean lightbulb.brightness?"),
            (["--json", "/proc/out.json"], "the folder /proc cannot be written (no such file or directory)"),
            (["--all-transports"], "measure uses one transport"),
        ]
    )
    func wrongUse(_ words: [String], _ message: String) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(["measure", "--simulated", "lightbulb"] + words)
            #expect(run.status == 2, "\(run.everything)")
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }

    @Test("That an accessory has only control points for write responses is said, with the way to write one")
    func controlPoints() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace)
                .run(["measure", "--simulated", "kitchen-sink", "write-response", "--count", "2"])
            #expect(run.status == 5, "\(run.everything)")
            let words = run.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("only control points, to which a write is a command"), "\(run.everything)")
        }
    }

    @Test("Ctrl-C ends a measurement with what was measured, and the accessory is restored")
    func interrupted() async throws {
        try await withLightbulb { assay, accessory, place in
            let before = try await accessory.values()
            let child = try assay.start(
                ["measure", "read", "event", "--count", "5", "--json", "out.json"] + place
            )
            try await child.wait(for: "the second operation", within: .seconds(60)) {
                $0.errorText.contains("measuring event") ? true : nil
            }
            child.send(signal: SIGINT)
            let heard = try await child.end(within: .seconds(20))
            #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.errorText.suffix(500))")
            #expect(heard.outputText.contains("\nread "), "\(heard.outputText)")
            #expect(try JSON.parse(assay.workspace.bytes("out.json"))["series"]?[0]?["series"] == "read")
            #expect(try await accessory.values() == before)
        }
    }
}
