import Foundation
import HAPModel
import Processes
import Testing

/// What a person reads at a terminal has lines of at most 80 columns, and a program reads each message on one line.
@Suite("The width of lines", .takingTurns)
struct TerminalWidthTests {
    private static let run = [
        "run", "--simulated", "lightbulb", "--defect", "below-min-accepted", "write.*", "read.*",
    ]

    /// The lines that a terminal of 80 columns would break: a line of one word, and a command to copy, stay whole.
    private static func broken(_ text: String) -> [Substring] {
        text.replacing(#/\u{1b}\[[0-9;]*[mK]/#, with: "").split { $0.isNewline || $0 == "\r" }.filter { line in
            let words = line.split(separator: " ")
            let isCommand = words.first.map { ["rerun", "Rerun:"].contains($0) } ?? false
            return line.count > 80 && !isCommand && words.count > 1
        }
    }

    @Test("All commands keep to it, with colours, too")
    func commands() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            // Without a code, the last command would ask for it.
            assay.environment = ["TERM": "xterm", "ASSAY_SETUP_CODE": "031-45-154"]
            func say(_ words: [String], _ status: Int32) async throws -> String {
                let heard = try await assay.start(words, onTerminal: true).end(within: .seconds(120))
                #expect(heard.ending == .init(status: status, isSignal: false), "\(words): \(heard.outputText)")
                #expect(Self.broken(heard.outputText) == [], "\(words)")
                return heard.outputText
            }
            let run = try await say(Self.run + ["--trace"], 1)
            #expect(run.contains("FAILED"), "\(run)")
            let latest = URL(filePath: workspace.path("Reports/latest")).resolvingSymlinksInPath().path
            try FileManager.default.moveItem(atPath: latest, toPath: workspace.path("bad"))
            _ = try await say(["baseline", "update", "bad", "--baseline", "known.yaml"], 0)
            _ = try await say(Self.run + ["--baseline", "known.yaml"], 0)
            _ = try await say(["run", "--simulated", "lightbulb", "write.*", "read.*", "--baseline", "known.yaml"], 10)
            #expect(try await say(["compare", "bad", "Reports/latest"], 0).contains("fixed ("))
            _ = try await say(["records", "list"], 0)
            _ = try await say(["records", "show", "bad"], 0)
            _ = try await say(["report", "bad", "--by", "requirement"], 0)
            _ = try await say(["report", "bad"], 0)
            _ = try await say(["rejudge", "bad"], 0)
            _ = try await say(["report", "no-such-record"], 2)
            #expect(try await say(["plan"] + Self.run.dropFirst(), 0).contains("skipped ("))
            _ = try await say(["why"] + Self.run.dropFirst(), 0)
            _ = try await say(["inspect", "--simulated", "kitchen-sink"], 0)
            _ = try await say(["get", "--simulated", "kitchen-sink"], 0)
            for list in ["list", "tags", "defects", "twins"] { _ = try await say(["suites", list], 0) }
            _ = try await say(["coverage"], 0)
            let wrong = try await say(["run", "--adress", "127.0.0.1:1"], 2)
            #expect(wrong.contains("did you mean `--address`?"), "\(wrong)")
            _ = try await say(["run", "--address", "127.0.0.1:1", "--answer-within", "1s", "write.service"], 3)
        }
    }

    @Test("Help keeps to it: an option stays beside its value")
    func help() async throws {
        try await Workspace.with { workspace in
            for command in ["run", "simulate", "compare", "discover"] {
                let help = try await AssayProgram(in: workspace).run(command, "--help").output
                #expect(Self.broken(help) == [], "\(command)")
                let usage = help.split(separator: "\n").drop { !$0.hasPrefix("USAGE: ") }.prefix { $0 != "" }
                let isWhole = usage.allSatisfy { line in
                    line.count { $0 == "[" } == line.count { $0 == "]" }
                        && line.count { $0 == "<" } == line.count { $0 == ">" }
                }
                #expect(isWhole, "\(usage)")
            }
        }
    }

    @Test("Without a terminal, a message is one line, and so is each entry of a list")
    func programs() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run(Self.run)
            let failures = run.errors.split(separator: "\n").filter { $0.hasPrefix("FAILED ") }
            #expect(!failures.isEmpty && failures.allSatisfy { $0.contains(": HAP-WRITE-018: got ") }, "\(run.errors)")
            let list = try await assay.run("records", "list")
            #expect(list.output.count(where: \.isNewline) == 1, "\(list.output)")
            let plan = try await assay.run(["plan"] + Self.run.dropFirst())
            let json = try await assay.run(["plan", "--json"] + Self.run.dropFirst())
            let planned = try JSON.parse(Array(json.output.utf8))
            func texts(_ key: String, _ text: (JSON) -> String?) throws -> [String] {
                try #require(planned[key]?.arrayValue).compactMap(text)
            }
            let names = try texts("instances") { $0["name"]?.stringValue }
            let skips = try texts("skips") { skip in
                guard let name = skip["name"]?.stringValue, let reason = skip["reason"]?.stringValue else { return nil }
                return "\(skip["unjudged"] == true ? "cannot be judged" : "skipped"): \(name): \(reason)"
            }
            #expect(!names.isEmpty && skips.contains { $0.count > 80 })
            #expect(plan.output.split(separator: "\n").dropLast().map(String.init) == names + skips)
            let missing = try await assay.run(
                "run",
                "--address",
                "127.0.0.1:1",
                "--answer-within",
                "1s",
                "write.service"
            )
            #expect(missing.errors.split(separator: "\n").contains { $0.count > 80 }, "\(missing.errors)")
        }
    }
}
