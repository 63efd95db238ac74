import Glibc
import HAPModel
import Links
import Measurement
import Processes
import SuiteLanguage
import Testing

/// A signal ends a run early: the accessory is restored, and the report lists what was not judged.
@Suite("Interruption", .takingTurns)
struct InterruptionTests {
    @Test(
        "Ctrl-C, SIGTERM and the end of the terminal end a run immediately, with everything restored",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func interrupted(_ number: Int32) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(["waiting.long", "waiting.after"], own: WaitingSuite.section)
                    .write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let before = try await accessory.values()
                let child = try assay.start(["run", "--address", accessory.address, "--trace", "waiting.*"])
                try await child.wait(for: "a written value", within: .seconds(60)) {
                    $0.errorText.contains("step 1: HTTP 204") ? true : nil
                }
                #expect(try await accessory.values() != before)
                child.send(signal: number)
                // `timeout` sends a second one to the group of the process.
                child.send(signal: SIGTERM)
                let heard = try await child.end(within: .seconds(20))
                #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.errorText.suffix(500))")
                #expect(try await accessory.values() == before)
                let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
                #expect(state["pairings"] == [])
                #expect(try workspace.files(below: ".local").filter { $0.contains("ledger-") } == [])
                let summary = try workspace.summary()
                #expect(summary["end"]?["reason"] == "interrupted")
                #expect(summary["totals"]?["inconclusive"] == 3 && summary["totals"]?["all"] == 3)
                #expect(try workspace.text("Reports/latest/junit.xml").contains(#"type="interrupted""#))
            }
        }
    }

    @Test(
        "A command without cases removes its pairing, too, if a signal comes between M5 and the removal",
        arguments: [
            (["inspect"], SIGINT), (["inspect"], SIGHUP), (["pair"], SIGTERM),
            (["plan", "--answer-within", "1s", "waiting.after"], SIGTERM),
            (["why", "--answer-within", "1s", "waiting.after"], SIGINT),
        ]
    )
    func interruptedVisit(_ command: [String], _ number: Int32) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(["waiting.after"], own: WaitingSuite.section).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                func pairings() throws -> Int? {
                    try JSON.parse(try workspace.bytes("accessory/state.json"))["pairings"]?.arrayValue?.count
                }
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                try await Relay.with(port: port) { relay in
                    // M6, the response to the third request, does not arrive.
                    let reached = relay.stop(at: .init(request: 2, isAnswered: true))
                    let child = try assay.start(command + ["--address", relay.address])
                    for await _ in reached { break }
                    #expect(try pairings() == 1)
                    child.send(signal: number)
                    relay.goOn()
                    let heard = try await child.end(within: .seconds(30))
                    #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.errorText)")
                    #expect(heard.errorText.contains("interrupted: the accessory's original state is restored\n"))
                    #expect(heard.outputText == "")
                }
                #expect(try pairings() == 0)
                let files = try workspace.files(below: ".local/state/assay")
                #expect(files == [])
            }
        }
    }

    @Test("A run whose accessory does not answer ends within two seconds after SIGTERM")
    func silentAccessory() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_SETUP_CODE"] = "031-45-154"
            let listener = try await SocketListener.bind()
            let child = try assay.start(["run", "--address", "127.0.0.1:\(listener.port)", "read.twice"])
            var links: [any Link] = []
            for await link in listener.links {
                links.append(link)
                // The first request arrives, and no answer is sent.
                let deadline = MonotonicClock.system.deadline(in: .seconds(30))
                if case .bytes = await link.receive(until: deadline) { break }
            }
            let start = MonotonicClock.system.now
            child.send(signal: SIGTERM)
            let heard = try await child.end(within: .seconds(30))
            #expect(start.duration(to: MonotonicClock.system.now) < .seconds(2), "\(heard.errorText)")
            #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.errorText)")
            await listener.close()
        }
    }

    @Test("Nothing is judged from what a signal cut short, also not by the rules over all messages", arguments: [7, 8])
    func cutShort(_ request: Int) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(["waiting.after", "response.always"], own: WaitingSuite.section)
                    .write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                try await Relay.with(port: port) { relay in
                    // A response to the case's steps does not arrive.
                    let reached = relay.stop(at: .init(request: request, isAnswered: true))
                    let words = ["run", "waiting.after", "response.always", "--answer-within", "20s"]
                    let child = try assay.start(words + ["--address", relay.address])
                    for await _ in reached { break }
                    child.send(signal: SIGINT)
                    relay.goOn()
                    let heard = try await child.end(within: .seconds(30))
                    #expect(heard.ending == .init(status: 5, isSignal: false), "\(heard.outputText)")
                }
                let summary = try workspace.summary()
                #expect(summary["end"]?["reason"] == "interrupted")
                let verdicts = try #require(summary["verdicts"]?.arrayValue)
                #expect(verdicts.contains { $0["case"] == "response.always" && $0["outcome"] == "passed" })
                #expect(verdicts.contains { $0["case"] == "waiting.after" && $0["outcome"] == "inconclusive" })
                #expect(verdicts.allSatisfy { $0["findings"] == [] }, "\(verdicts)")
            }
        }
    }

    @Test(
        "A signal before the accessory is reached has the same exit status: in a search, in the wait for another process",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func beforehand(_ number: Int32) async throws {
        try await withLightbulb { assay, accessory, place in
            let holder = try assay.start(["watch", "lightbulb.on"] + place)
            try await holder.wait(for: "the subscription", within: .seconds(30)) {
                $0.errorText.contains("watching") ? true : nil
            }
            for command in [["run", "--wait", "read.twice"], ["get", "--wait", "1.51"]] {
                let child = try assay.start(command + place)
                try await child.wait(for: "the note", within: .seconds(30)) {
                    $0.errorText.contains("waiting: another assay process is working on the accessory\n") ? true : nil
                }
                child.send(signal: number)
                let heard = try await child.end(within: .seconds(10))
                #expect(heard.ending == .init(status: 5, isSignal: false), "\(command): \(heard.errorText)")
                #expect(heard.errorText.hasSuffix("\ninterrupted\n"), "\(heard.errorText)")
                #expect(heard.outputText == "")
            }
            holder.send(signal: SIGINT)
            #expect(try await holder.end(within: .seconds(20)).ending == .init(status: 0, isSignal: false))
        }
    }

    /// Runs the body with a relay in front of a simulated lightbulb, and with suites of one case that waits.
    private func withRelayedLightbulb(_ body: (AssayProgram, Relay) async throws -> Void) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                assay.suites = try SuiteExcerpt(["waiting.after"], own: WaitingSuite.section).write(to: workspace)
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let port = try #require(accessory.address.split(separator: ":").last.flatMap { Int($0) })
                try await Relay.with(port: port) { relay in
                    try await body(assay, relay)
                }
            }
        }
    }

    /// Shell commands that give a command a standard error that is a full pipe without a reader, after `preparing` it as descriptor 3.
    private static func fullPipe(preparing: String) -> String {
        "mkfifo full; exec 3<>full; dd if=/dev/zero of=full bs=4096 oflag=nonblock; \(preparing); exec \"$@\" 2>&3"
    }

    @Test(
        "A second signal ends the command at once, with the same exit status, also if its standard error takes nothing",
        arguments: [nil, fullPipe(preparing: "true"), fullPipe(preparing: "dd count=0 oflag=nonblock >&3")]
    )
    func secondSignal(_ script: String?) async throws {
        try await withRelayedLightbulb { assay, relay in
            let reached = relay.stop(at: .init(request: 2, isAnswered: true))
            let child = try assay.start(["inspect", "--address", relay.address], through: script)
            for await _ in reached { break }
            child.send(signal: SIGTERM)
            // One that follows before the program has taken the first is the same one.
            var ending: ChildProcess.Ending?
            for _ in 0..<50 where ending == nil {
                child.send(signal: SIGTERM)
                ending = try? await child.wait(for: "its end", within: .milliseconds(200)) { $0.ending }
            }
            child.send(signal: SIGKILL)
            #expect(ending == .init(status: 5, isSignal: false))
        }
    }

    @Test("A signal that `nohup` ignores is ignored")
    func nohup() async throws {
        try await withRelayedLightbulb { assay, relay in
            let reached = relay.stop(at: .init(request: 0, isAnswered: true))
            let child = try assay.start(
                ["plan", "--answer-within", "1s", "waiting.after", "--address", relay.address],
                through: #"trap '' HUP; exec "$@""#
            )
            for await _ in reached { break }
            child.send(signal: SIGHUP)
            let heard = try await child.end(within: .seconds(30))
            // It has waited for the response as long as the option says.
            #expect(heard.ending == .init(status: 3, isSignal: false), "\(heard.errorText)")
            #expect(heard.errorText.contains("no response within 1 s to M1 of pair-setup"))
        }
    }
}
