import Foundation
import HAPModel
import Processes
import Testing

/// An answer may be just below the largest size that the tester reads. A run against such an accessory and its record stay small.
@Suite(
    "Large answers",
    .needsPeers,
    .takingTurns,
    .enabled("run .dev/soak") { ProcessInfo.processInfo.environment["ASSAY_SOAK"] == "1" }
)
struct LargeAnswerTests {
    /// Almost 4 MiB, the limit of a message.
    private static let size = 3_900_000

    /// What the largest memory of the program and the size of all its files may be, in bytes.
    private static let (memory, files) = (800_000_000, 20_000_000)

    private static let answers: [HostileSessionTests.Answer] = [
        .database("very many accessories", filled(#"{"accessories":["#, #"{"aid":1,"services":[]}"#, "]}")),
        .database(
            "very many characteristics",
            filled(
                #"{"accessories":[{"aid":1,"services":[{"iid":1,"type":"43","characteristics":["#,
                #"{"iid":2,"type":"25","format":"bool","perms":["pr","pw","ev"],"value":false}"#,
                "]}]}]}"
            )
        ),
        .values(
            "a very long value",
            #"{"characteristics":[{"aid":1,"iid":9,"value":""# + String(repeating: "A", count: size - 60) + #""}]}"#
        ),
        .values("very many values", filled(#"{"characteristics":["#, #"{"aid":1,"iid":9,"value":0}"#, "]}")),
    ]

    /// The element as often as it fits between the head and the tail.
    private static func filled(_ head: String, _ element: String, _ tail: String) -> String {
        let count = (size - head.utf8.count - tail.utf8.count) / (element.utf8.count + 1)
        return head + Array(repeating: element, count: count).joined(separator: ",") + tail
    }

    @Test("The memory of the run and the size of its record stay bounded", arguments: answers)
    func bounded(_ answer: HostileSessionTests.Answer) async throws {
        #expect(answer.content.count > Self.size - 200 && answer.content.count < 4 << 20)
        try await Workspace.with { workspace in
            try await Peer.run(.happyAccessory, ["--kind", "light"]) { accessory in
                try await accessory.ask("answer", answer.command)
                var assay = AssayProgram(in: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = Peer.setupCode
                let script = Installation.peers.appending(path: "peak_memory.py").path
                assay.launcher = [Installation.python.path, script, workspace.path("memory.txt")]
                let address = "127.0.0.1:\(try accessory.port)"
                let run = try await assay.run(
                    ["run", "--address", address, "--reports", "Reports"] + HostileSessionTests.cases,
                    within: .seconds(900)
                )
                #expect(run.status == 1, "\(run.everything.suffix(2000))")
                let memory = try #require(Int(try workspace.text("memory.txt")))
                let files = try workspace.files(below: "Reports").reduce(0) { sum, file in
                    sum
                        + (try FileManager.default.attributesOfItem(atPath: workspace.path("Reports/\(file)"))[.size]
                            as? Int ?? 0)
                }
                #expect(memory < Self.memory, "\(memory) bytes of memory")
                #expect(files < Self.files, "\(files) bytes of files")
            }
        }
    }
}
