import HAPModel
import Processes
import Testing

/// A simulated accessory that is reached over Thread, by the program alone.
@Suite("Commands over Thread", .takingTurns)
struct ThreadTests {
    @Test(
        "A run over Thread passes, with the same pairing as over IP, and the command that repeats it names the address"
    )
    func run() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            let options = ["--host", "::1", "--thread-port", "0"]
            try await assay.simulating("lightbulb", options) { accessory in
                let thread = try #require(accessory.thread)
                #expect(thread.hasPrefix("coap://[::1]:"))
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let paired = try await assay.run("pair", "--address", thread)
                #expect(paired.status == 0, "\(paired.everything)")
                let put = try await assay.run("put", "--address", thread, "1.52=37")
                #expect(put.status == 0, "\(put.everything)")
                // The pairing belongs to the accessory, not to its address.
                let got = try await assay.run("get", "--address", accessory.address, "1.52")
                #expect(got.output.contains("37"), "\(got.everything)")
                let run = try await assay.run(
                    "run",
                    "--address",
                    thread,
                    "write.*",
                    "events.receivers",
                    "read.unknown-iid"
                )
                #expect(run.status == 0, "\(run.everything)")
                #expect(run.output.contains("over=thread") || run.everything.contains("passed"), "\(run.everything)")
                let unpaired = try await assay.run("unpair", "--address", thread)
                #expect(unpaired.status == 0, "\(unpaired.everything)")
            }
        }
    }

    @Test(
        "An address over Thread without an accessory, or without a port, is reported",
        arguments: [
            ("coap://[::1]", "--address needs HOST:PORT"),
            ("coap://[::1]:1", "nothing listens at the UDP port of coap://[::1]:1"),
        ]
    )
    func unreachable(address: String, message: String) async throws {
        try await Workspace.with { workspace in
            let run = try await AssayProgram(in: workspace).run("run", "--address", address, "read.*")
            #expect(run.status != 0)
            #expect(run.everything.contains(message), "\(run.everything)")
        }
    }
}
