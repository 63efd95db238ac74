import Foundation
import HAPModel
import Processes
import RunRecord
import Testing

/// A run can be judged again from its journal alone.
@Suite("Judging again", .takingTurns)
struct RejudgeTests {
    /// Procedures, a document and a monitor: one fails, one warns, one is skipped.
    static let cases = [
        "pair-setup.complete", "write.round-trip", "write.above-maximum", "values.names", "session.frames-open",
        "timed-write.expired",
    ]
    static let defects = ["--defect", "out-of-range-clamped", "--defect", "name-with-emoji"]

    @Test("`rejudge` gives verdicts, JUnit and summary of the run again, byte for byte, without any connection")
    func byteForByte() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", Self.defects) { accessory in
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                try await Relay.with(port: port) { relay in
                    assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                    let run = try await assay.run(["run", "--address", relay.address] + Self.cases)
                    #expect(run.status == 1, "\(run.everything)")
                    let totals = try #require(try workspace.summary()["totals"])
                    for outcome in ["passed", "failed", "warned", "skipped"] {
                        #expect((totals[outcome]?.int64Value ?? 0) >= 1, "nothing \(outcome)")
                    }
                    #expect(totals["errored"] == 0 && totals["inconclusive"] == 0)

                    let connections = relay.connections
                    #expect(connections > 0)
                    // Neither suites nor state: a journal needs no other files.
                    (assay.suites, assay.environment) = (workspace.path("nowhere"), [:])
                    let record = try FileManager.default.destinationOfSymbolicLink(
                        atPath: workspace.path("Reports/latest")
                    )
                    try FileManager.default.moveItem(
                        atPath: workspace.path("Reports/\(record)"),
                        toPath: workspace.path("elsewhere")
                    )
                    let again = try await assay.run("rejudge", "elsewhere", "--into", "again")
                    #expect(again.status == 0, "\(again.everything)")
                    #expect(again.errors == "")
                    for file in ["junit.xml", "summary.json"] {
                        let bytes = try workspace.bytes("elsewhere/\(file)")
                        #expect(bytes.count > 1000)
                        #expect(try workspace.bytes("again/\(file)") == bytes, "\(file)")
                    }
                    let json = try await assay.run("rejudge", "elsewhere/run.jsonl.gz", "--json")
                    #expect(json.output == (try workspace.text("elsewhere/summary.json")))
                    #expect(relay.connections == connections)
                }
            }
        }
    }

    @Test("Only the journal decides: a different observation gives a different verdict")
    func changedRecord() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let run = try await assay.run("run", "--simulated", "lightbulb", "write.round-trip[lightbulb.on; over=ip]")
            #expect(run.status == 0, "\(run.everything)")
            let lines = try workspace.journal().map(\.line)
            let forged = lines.map { line in
                line.contains(#""kind":"observation""#)
                    ? line.replacing(#""status":"success""#, with: #""status":"invalid-value""#) : line
            }
            #expect(forged != lines)
            try workspace.write(forged.joined(separator: "\n") + "\n", to: "forged/run.jsonl")
            let again = try await assay.run("rejudge", "forged")
            #expect(again.status == 4)
            #expect(again.output.hasPrefix("failed write.round-trip[lightbulb.on; over=ip]"))
            #expect(again.errors == "the verdict differs from the run: write.round-trip[lightbulb.on; over=ip]\n")
        }
    }

    @Test(
        "A record of another schema is refused in one sentence, with exit status 2",
        arguments: [("1", #""tool":"assay 0.1.0""#), ("6", #""environment":{"tool":"assay 0.9.0"}"#)]
    )
    func otherSchema(_ schema: String, _ tool: String) async throws {
        try await Workspace.with { workspace in
            let header = #"{"n":0,"t":0,"kind":"header","body":{"schema":\#(schema),\#(tool)}}"#
            try workspace.write(header + "\n", to: "other/run.jsonl")
            let again = try await AssayProgram(in: workspace).run("rejudge", "other")
            #expect(again.status == 2)
            #expect(again.output == "")
            #expect(
                again.errors.contains("other/run.jsonl has schema \(schema), and this version reads schemas 3 to 5; ")
            )
            #expect(again.errors.contains(", which wrote it, or make the record again"))
        }
    }

    @Test("The record of a killed run gives the verdicts that it came to, and says what was not judged")
    func cutOff() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            _ = try await assay.run("run", "--simulated", "lightbulb", "write.round-trip")
            let lines = try workspace.journal().map(\.line)
            let last = try #require(lines.firstIndex { $0.contains(#""kind":"verdict""#) })
            let half = lines[...last].joined(separator: "\n") + "\n" + lines[last + 1].prefix(40)
            try workspace.write(half, to: "half/run.jsonl")
            let again = try await assay.run("rejudge", "half", "--into", "again")
            #expect(again.status == 0)
            #expect(again.errors.hasPrefix("1 event of the journal could not be read\n"))
            #expect(again.errors.contains("the record was cut off before the end of the run: "))
            #expect(again.output.contains("1 verdict, the same as in the run up to where the record was cut off."))
            #expect(again.output.lines(holding: "passed write.round-trip") == 1)
            #expect(again.output.lines(holding: "inconclusive write.round-trip") >= 1)
            let summary = try JSON.parse(try workspace.bytes("again/summary.json"))
            #expect(summary["end"]?["reason"] == "interrupted")
            #expect(summary["exit"]?["status"] == 5)
            let report = try await assay.run("report", "half")
            #expect(report.status == 0)
            #expect(report.errors == again.errors)
        }
    }

    @Test("A record that was cut off before its plan has no verdicts, and each command says that it was cut off")
    func cutBeforePlan() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            _ = try await assay.run("run", "--simulated", "lightbulb", "read.twice")
            let lines = try workspace.journal().map(\.line)
            try workspace.write(lines[..<3].joined(separator: "\n") + "\n", to: "cut/run.jsonl")
            let cut = "the record was cut off before the end of the run"
            for words in [["report", "cut"], ["rejudge", "cut"], ["rejudge", "cut", "--into", "again"]] {
                let read = try await assay.run(words)
                #expect(read.status == 0 && read.errors == "\(cut)\n", "\(words): \(read.everything)")
            }
            let again = try await assay.run("rejudge", "cut")
            #expect(again.output == "0 verdicts, the same as in the run up to where the record was cut off.\n")
            let added = try await assay.run("history", "add", "cut", "--history", "runs.sqlite")
            #expect(added.status == 2 && added.output == "", "\(added.everything)")
            #expect(
                added.errors
                    == "cut is not added to the history: \(cut); add the record of a run that has ended\n"
            )
            #expect(!FileManager.default.fileExists(atPath: workspace.path("runs.sqlite")))
        }
    }
}
