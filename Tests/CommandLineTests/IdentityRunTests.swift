import Processes
import RunRecord
import Testing

/// One simulated accessory that the program reaches over IP and Thread at once.
@Suite("Runs over several transports", .takingTurns)
struct IdentityRunTests {
    @Test("A run with the address and --thread compares both transports, and leaves the accessory unpaired")
    func run() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--host", "::1", "--thread-port", "0"]) { accessory in
                let thread = try #require(accessory.thread)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let place = String(thread.dropFirst("coap://".count))
                let options = ["--address", accessory.address, "--thread", place]
                let cases = [
                    "identity.pair-then-verify", "identity.value", "identity.long-term-key", "identify.paired",
                ]
                let run = try await assay.run(["run"] + options + cases)
                #expect(run.status == 0, "\(run.everything)")
                #expect(run.output.contains("identity: the same over each transport"), "\(run.everything)")
                #expect(run.output.contains("--also '\(thread)'"), "\(run.everything)")
                let again = try await assay.run(["recover"] + options)
                #expect(again.status == 0, "\(again.everything)")
                let paired = try await assay.run(["pair"] + options)
                #expect(paired.status == 0, "\(paired.everything)")
                let unpaired = try await assay.run(["unpair"] + options)
                #expect(unpaired.status == 0, "\(unpaired.everything)")
            }
        }
    }

    @Test("--thread alone names an accessory that is reached over Thread only")
    func threadAlone() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--host", "::1", "--thread-port", "0"]) { accessory in
                let thread = try #require(accessory.thread)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let place = String(thread.dropFirst("coap://".count))
                let run = try await assay.run(["run", "--thread", place, "--verbose", "read.twice"])
                #expect(run.status == 0, "\(run.everything)")
                #expect(run.output.contains("--address '\(thread)'"), "\(run.everything)")
                let verdicts = try workspace.journal().filter { $0.kind == .verdict }
                #expect(!verdicts.isEmpty)
                #expect(verdicts.allSatisfy { $0.instance?.contains("over=thread") == true })
            }
        }
    }

    @Test("One transport that cannot be reached at the start is named")
    func unreachable() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--host", "::1"]) { accessory in
                let run = try await assay.run(
                    ["run", "--address", accessory.address, "--thread", "[::1]:1", "identity.*"]
                )
                #expect(run.status == 3, "\(run.everything)")
                #expect(run.everything.contains("coap://[::1]:1 is not reachable over thread"), "\(run.everything)")
            }
        }
    }

    @Test("A simulated accessory is tested over all of its transports")
    func simulated() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "lightbulb", "--all-transports", "--defect", "serial-number-differs"]
                    + ["identity.static-values"]
            )
            #expect(run.status == 1, "\(run.everything)")
            #expect(run.output.contains("≠  Serial Number"), "\(run.everything)")
            #expect(run.output.contains("--all-transports"), "\(run.everything)")
        }
    }

    @Test("The simulated accessory with every format is the same over all of its transports")
    func everyFormat() async throws {
        try await Workspace.with { workspace in
            let cases = ["services", "characteristics", "large-iids", "permissions", "formats", "limits"]
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--simulated", "kitchen-sink", "--all-transports"] + cases.map { "identity.\($0)" }
            )
            #expect(run.status == 0, "\(run.everything)")
            #expect(run.output.contains("identity: the same over each transport"), "\(run.everything)")
        }
    }

    @Test("Two addresses over the same transport are rejected")
    func sameTransport() async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run(
                ["run", "--address", "127.0.0.1:1", "--also", "127.0.0.1:2", "identity.*"]
            )
            #expect(run.status == 2, "\(run.everything)")
            #expect(run.everything.contains("two addresses of the accessory are over ip"), "\(run.everything)")
        }
    }
}
