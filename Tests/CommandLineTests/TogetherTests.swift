import Foundation
import HAPModel
import Measurement
import Processes
import Testing

/// Processes that share a state folder.
@Suite("Together", .takingTurns)
struct TogetherTests {
    private static let file = ".local/state/assay/pairings.json"

    /// Whether the process waits for a lock of a file, according to the kernel.
    private static func isWaiting(_ process: ChildProcess) -> Bool {
        guard let data = FileManager.default.contents(atPath: "/proc/locks") else { return false }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            return words.contains("->") && words.contains("FLOCK") && words.contains("\(process.pid)")
        }
    }

    @Test("Two processes that keep pairings at the same time as a third lose none")
    func pairings() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { first in
                try await assay.simulating("switch") { second in
                    let all = [first, second]
                    try workspace.write("", to: Self.file + ".lock")
                    let lock = try #require(FileHandle(forUpdatingAtPath: workspace.path(Self.file + ".lock")))
                    #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
                    let commands = try all.map { accessory in
                        var own = assay
                        own.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                        return try own.start(["pair", "--address", accessory.address])
                    }
                    let clock = MonotonicClock.system
                    let deadline = clock.deadline(in: .seconds(60))
                    while !commands.allSatisfy(Self.isWaiting) {
                        try #require(clock.now < deadline, "no process waits")
                        try await clock.sleep(for: .milliseconds(5))
                    }
                    // The third one, whose pairing the others have not read.
                    let third: JSON = [
                        "address": "127.0.0.1:1", "accessory-key": "00", "identifier": "X",
                        "seed": .string(String(repeating: "07", count: 32)),
                    ]
                    try workspace.write(JSON.object(JSONObject(["AA": third])).serialized(), to: Self.file)
                    // Both children have the file open, too, so the lock is released explicitly.
                    #expect(flock(lock.fileDescriptor, LOCK_UN) == 0)
                    for command in commands {
                        let heard = try await command.end(within: .seconds(60))
                        #expect(heard.ending == .init(status: 0, isSignal: false), "\(heard.errorText)")
                    }
                    let kept = try #require(try JSON.parse(try workspace.bytes(Self.file)).objectValue)
                    let addresses = kept.members.map { $0.value["address"]?.stringValue }
                    #expect(Set(addresses) == Set(all.map(\.address) + ["127.0.0.1:1"]))
                    #expect(kept["AA"] == third)
                }
            }
        }
    }

    @Test("Of two processes on one accessory, the second is rejected, and the debts of the first stay in the ledger")
    func ledger() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                let program = assay
                try await Relay.with(port: port) { relay in
                    // The response to M5 does not arrive, so the first process keeps running.
                    let reached = relay.stop(at: .init(request: 2, isAnswered: true))
                    let first = try program.start(["inspect", "--address", relay.address])
                    for await _ in reached { break }
                    let ledger = ".local/state/assay/ledger-\(relay.address.replacing(":", with: "-")).jsonl"
                    let owed = try workspace.text(ledger)
                    #expect(owed.contains(#""kind":"pairing""#))
                    for command in ["run", "inspect", "pair", "unpair", "recover"] {
                        let second = try await program.run(command, "--address", relay.address)
                        #expect(second.status == 3, "\(command): \(second.everything)")
                        #expect(second.errors.hasPrefix("another assay process is working on \(relay.address); "))
                    }
                    #expect(try workspace.text(ledger) == owed)
                    first.send(signal: SIGKILL)
                    try await first.end(within: .seconds(10))
                    relay.goOn()
                    let recovery = try await program.run("recover", "--address", relay.address)
                    #expect(recovery.output.hasPrefix("1 pairing removed, "), "\(recovery.everything)")
                }
            }
        }
    }
}
