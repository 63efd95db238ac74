import Foundation
import HAPModel
import Processes
import Testing

/// Programs of other projects read the JUnit files of real runs.
@Suite("Readers of JUnit XML from elsewhere", .needsPeers, .takingTurns, .timeLimit(.minutes(10)))
struct JUnitReadersTests {
    /// Failures, warnings, passes and skips.
    private static let run = [
        "run", "--simulated", "lightbulb", "--defect", "out-of-range-clamped", "write.above-maximum", "write.several",
        "timed-write.expired", "values.*",
    ]

    /// Runs a script of the peers until it ends.
    private static func python(_ arguments: [String], in workspace: Workspace) async throws -> ChildProcess.Heard {
        let child = try ChildProcess(
            Installation.python.path,
            arguments,
            environment: ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 },
            folder: workspace.folder.path
        )
        child.closeInput()
        return try await child.end(within: .seconds(60))
    }

    /// The XML files of the last run.
    private static func files(in workspace: Workspace) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workspace.path("Reports/latest"))
            .filter { $0.hasSuffix(".xml") }.sorted().map { "Reports/latest/\($0)" }
    }

    @Test("junitparser recovers every case with its verdict", arguments: ["strict", "surefire", "rich"])
    func junitparser(_ flavour: String) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(Self.run + ["--junit-flavour", flavour])
            #expect(run.status == 1, "\(run.everything)")
            let files = try Self.files(in: workspace)
            #expect(flavour == "surefire" ? files.count > 1 : files == ["Reports/latest/junit.xml"])
            let script = Installation.peers.appending(path: "read_junit.py").path
            let heard = try await Self.python([script] + files, in: workspace)
            #expect(heard.ending?.status == 0, "\(heard.errorText)")
            let lines = try heard.outputText.split(separator: "\n").map { try JSON.parse(Array($0.utf8)) }
            let summary = try JSON.parse(try workspace.bytes("Reports/latest/summary.json"))
            let verdicts = try #require(summary["verdicts"]?.arrayValue)
            let words = ["passed": "passed", "warned": "passed", "failed": "failed", "skipped": "skipped"]
            let expected = verdicts.map { verdict in
                let text = { (key: String) in verdict[key]?.stringValue ?? "" }
                return "\(text("chapter")).\(text("section")) \(text("instance")) \(words[text("outcome")] ?? "")"
            }
            let read = lines.map { line in
                ["class", "name", "verdict"].map { line[$0]?.stringValue ?? "" }.joined(separator: " ")
            }
            #expect(read.count == expected.count)
            #expect(Set(read) == Set(expected))
            #expect(Set(expected.compactMap { $0.split(separator: " ").last }) == ["passed", "failed", "skipped"])
        }
    }

    @Test("junit2html makes a page that names every case", arguments: ["strict", "rich"])
    func junit2html(_ flavour: String) async throws {
        try await Workspace.with { workspace in
            _ = try await AssayProgram(in: workspace).run(Self.run + ["--junit-flavour", flavour])
            let heard = try await Self.python(
                ["-m", "junit2htmlreport", "Reports/latest/junit.xml", "page.html"],
                in: workspace
            )
            #expect(heard.ending?.status == 0, "\(heard.errorText)")
            let page = try workspace.text("page.html")
            let summary = try JSON.parse(try workspace.bytes("Reports/latest/summary.json"))
            for verdict in summary["verdicts"]?.arrayValue ?? [] {
                #expect(page.contains(try #require(verdict["instance"]?.stringValue)))
            }
        }
    }
}
