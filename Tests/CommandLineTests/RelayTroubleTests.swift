import Certificates
import Foundation
import Glibc
import HAPModel
import Links
import Measurement
import Processes
import SuiteLanguage
import Testing

/// What goes wrong between the tester and a relay: one clear message, the right exit status, and nothing left behind.
@Suite("Trouble with a relay", .takingTurns)
struct RelayTroubleTests {
    /// Expects that a command ends with this status and exactly one line about it.
    private func expect(_ finished: AssayProgram.Finished, says text: String, status: Int32 = 3) {
        #expect(finished.status == status, "\(finished.everything)")
        #expect(finished.errors.contains(text), "\(finished.everything)")
        if status == 3 { #expect(finished.errors.split(separator: "\n").count == 1, "\(finished.errors)") }
        #expect(finished.output.isEmpty, "\(finished.output)")
        #expect(!finished.everything.contains(RunningRelay.token))
    }

    @Test("A wrong token, a wrong certificate and an address outside the allow-list are refused")
    func refused() async throws {
        try await withLightbulb { assay, accessory, place in
            try await assay.relaying(["--allow", "127.0.0.1:1"]) { assay, relay in
                expect(
                    try await assay.run(["get", "1.52"] + place + relay.options),
                    says: "the relay does not connect to \(accessory.address): start it with --allow for this address"
                )
                var stranger = assay
                stranger.environment["ASSAY_RELAY_TOKEN"] = "another-token-0123456789"
                expect(
                    try await stranger.run(["get", "1.52"] + place + relay.options),
                    says:
                        "relay://\(relay.place): the relay does not accept the token: use the one with which it was started"
                )
                let digits = String(relay.fingerprint.suffix(64).reversed())
                let pin = ["--via", "relay://\(relay.place)", "--relay-fingerprint", digits]
                expect(
                    try await assay.run(["get", "1.52"] + place + pin),
                    says: "its certificate has the fingerprint \(relay.fingerprint), not the expected one"
                )
                let other = try #require(
                    ServerCertificate.made(for: "bench", from: .now - 3600, until: .now + 3600)
                )
                try assay.workspace.write(String(decoding: other.chain, as: UTF8.self), to: "ca.pem")
                let authority = ["--via", "relay://\(relay.place)", "--relay-ca", "ca.pem"]
                expect(
                    try await assay.run(["discover"] + authority),
                    says: "its certificate is not valid for 127.0.0.1 by the authorities in ca.pem: "
                )
                // The connection was refused each time, so nothing is open at the relay.
                relay.child.send(signal: SIGINT)
                let log = try await relay.child.end(within: .seconds(10))
                let refusal = "was refused: the relay does not connect to \(accessory.address)"
                // The tester does not try again.
                #expect(log.errorText.split(separator: "\n").count { $0.contains(refusal) } == 1, "\(log.errorText)")
                #expect(!log.errorText.contains("another-token"))
            }
        }
    }

    @Test("A certificate by an authority is accepted under its name; an expired one is refused")
    func certificates() async throws {
        try await withLightbulb { assay, accessory, place in
            func write(_ name: String, from: TimeInterval, until: TimeInterval) throws -> [String] {
                let made = try #require(
                    ServerCertificate.made(for: "localhost", from: .now + from, until: .now + until)
                )
                try assay.workspace.write(String(decoding: made.chain, as: UTF8.self), to: "\(name).pem")
                try assay.workspace.write(String(decoding: made.key, as: UTF8.self), to: "\(name)-key.pem")
                let files = ["--certificate", "\(name).pem", "--key", "\(name)-key.pem"]
                return ["--allow", "127.0.0.0/8"] + files
            }
            try await assay.relaying(try write("good", from: -60, until: 3600)) { assay, relay in
                let port = try #require(relay.place.split(separator: ":").last)
                let options = ["--via", "relay://localhost:\(port)", "--relay-ca", "good.pem"]
                let got = try await assay.run(["get", "1.52"] + place + options)
                #expect(got.status == 0, "\(got.everything)")
            }
            try await assay.relaying(try write("old", from: -7200, until: -3600)) { assay, relay in
                expect(
                    try await assay.run(["get", "1.52"] + place + relay.options),
                    says: "its certificate expired at "
                )
                let port = try #require(relay.place.split(separator: ":").last)
                let options = ["--via", "relay://localhost:\(port)", "--relay-ca", "old.pem"]
                expect(try await assay.run(["get", "1.52"] + place + options), says: "its certificate expired at ")
            }
        }
    }

    @Test("Without a relay at the address, the message says what is there instead")
    func elsewhere() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            assay.environment["ASSAY_RELAY_TOKEN"] = RunningRelay.token
            let certificate = try #require(ServerCertificate.made(for: "bench", from: .now - 60, until: .now + 3600))
            func options(_ port: Int) -> [String] {
                ["--via", "relay://127.0.0.1:\(port)", "--relay-fingerprint", certificate.fingerprint.description]
            }
            let free = try await SocketListener.bind()
            await free.close()
            expect(
                try await assay.run(["discover"] + options(free.port)),
                says: "nothing listens at relay://127.0.0.1:\(free.port): is `assay relay` started there?"
            )
            let plain = try await SocketListener.bind()
            expect(
                try await Self.serving(plain, with: Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) {
                    try await assay.run(["discover"] + options(plain.port))
                },
                says: "cannot use relay://127.0.0.1:\(plain.port): it does not speak TLS 1.3"
            )
            let identity = try TLSIdentity(chain: certificate.chain, key: certificate.key)
            let version = Array("\0\0\0\u{11}\u{3}\0\0\0\0\u{2}other version".utf8.prefix(21))
            for (answer, text) in [
                (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "it is not an Assay relay: at byte 0 a frame claims"),
                ([0, 0, 0, 5, 6, 0, 0, 0, 0], "it sent a malformed frame"),
                ([], "it closed the connection"), (version, "other vers"),
            ] as [([UInt8], String)] {
                let listener = try await SocketListener.bind(identity: identity)
                expect(
                    try await Self.serving(listener, with: answer) {
                        try await assay.run(["discover"] + options(listener.port))
                    },
                    says: text
                )
            }
        }
    }

    /// Answers the first bytes of each connection with these, and closes it.
    private static func serving<Value: Sendable>(
        _ listener: SocketListener,
        with answer: [UInt8],
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await link in listener.links {
                    _ = await link.receive(until: MonotonicClock.system.deadline(in: .seconds(20)))
                    if !answer.isEmpty { try await link.send(answer) }
                    await link.close()
                }
            }
            defer { group.cancelAll() }
            let value = try await body()
            await listener.close()
            return value
        }
    }

    @Test(
        "If the relay is killed, the run ends with its reason, nothing is judged from it, and `recover` brings all back",
        arguments: [false, true]
    )
    func killed(overThread: Bool) async throws {
        try await Workspace.with { workspace in
            var program = AssayProgram(in: workspace)
            let options = ["--state", workspace.path("accessory"), "--thread-port", "0"]
            try await program.simulating("lightbulb", options) { accessory in
                let address = overThread ? try #require(accessory.thread) : accessory.address
                program.suites = try SuiteExcerpt(["waiting.long", "waiting.after"], own: WaitingSuite.section)
                    .write(to: workspace)
                program.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                program.environment["ASSAY_RELAY_TOKEN"] = RunningRelay.token
                let before = try await accessory.values()
                let relay = try await program.startRelay()
                let words = ["run", "--address", address, "--trace", "waiting.*"]
                let run = try program.start(words + relay.options)
                try await run.wait(for: "a written value", within: .seconds(60)) {
                    $0.errorText.contains(overThread ? "step 1: CoAP 2.04" : "step 1: HTTP 204") ? true : nil
                }
                relay.child.send(signal: SIGKILL)
                let heard = try await run.end(within: .seconds(30))
                #expect(heard.ending == .init(status: 3, isSignal: false), "\(heard.errorText.suffix(800))")
                let lost = "the connection to relay://\(relay.place) is lost: "
                #expect(heard.errorText.contains(lost), "\(heard.errorText.suffix(800))")
                let end = heard.errorText.split(separator: "\n").last { $0.contains("`assay recover`") } ?? ""
                #expect(end.ranges(of: "is lost").count == 1, "the loss is named once: \(end)")
                #expect(heard.errorText.contains("`assay recover` tries again"), "\(heard.errorText.suffix(800))")
                let summary = try workspace.summary()
                #expect(summary["end"]?["reason"] == "unreachable")
                #expect(summary["totals"]?["failed"] == 0 && summary["totals"]?["inconclusive"] == 3, "\(summary)")
                #expect(try await accessory.values() != before)
                let again = try await program.startRelay()
                let recovered = try await program.run(["recover", "--address", address] + again.options)
                #expect(recovered.status == 0, "\(recovered.everything)")
                #expect(try await accessory.values() == before)
                let state = try JSON.parse(try workspace.bytes("accessory/state.json"))
                #expect(state["pairings"] == [])
                again.child.send(signal: SIGTERM)
                _ = try await again.child.end(within: .seconds(10))
            }
        }
    }

    @Test(
        "If the relay is killed, `discover --watch` ends with the reason, also where an interface could not be searched"
    )
    func watchedRelay() async throws {
        try await withLightbulb { program, accessory, _ in
            var program = program
            program.environment["ASSAY_RELAY_TOKEN"] = RunningRelay.token
            let relay = try await program.startRelay()
            let watch = try program.start(["discover", "--watch"] + relay.options)
            // By then the relay has said that it cannot send to a group over IPv6 at `lo`.
            try await watch.wait(for: "the accessory", within: .seconds(30)) {
                $0.outputText.contains(accessory.address) ? true : nil
            }
            relay.child.send(signal: SIGKILL)
            let heard = try await watch.end(within: .seconds(20))
            #expect(heard.ending == .init(status: 3, isSignal: false), "\(heard.errorText)")
            let lost = "the connection to relay://\(relay.place) is lost: "
            #expect(heard.errorText.contains(lost), "\(heard.errorText)")
            #expect(heard.errorText.split(separator: "\n").count == 1, "\(heard.errorText)")
        }
    }

    @Test("A second tester of the same accessory is refused while the first works, and admitted afterwards")
    func twoTesters() async throws {
        try await withLightbulb { program, accessory, place in
            try await program.relaying { first, relay in
                let watch = try first.start(["watch", "lightbulb.on"] + place + relay.options)
                try await relay.child.wait(for: "the first tester", within: .seconds(30)) {
                    $0.errorText.contains(" uses \(accessory.address)") ? true : nil
                }
                var second = first
                second.environment["XDG_STATE_HOME"] = first.workspace.path("second")
                expect(
                    try await second.run(["get", "1.52"] + place + relay.options),
                    says: "\(accessory.address) is not reachable: it is used by another tester of the relay, 127.0.0.1:"
                )
                let refusals = try await relay.child.wait(for: "the refusal", within: .seconds(5)) { heard in
                    let lines = heard.errorText.split(separator: "\n")
                    return lines.contains { $0.contains(" has left: ") }
                        ? lines.count { $0.contains(" was refused: \(accessory.address) is used by") } : nil
                }
                // The tester does not try again.
                #expect(refusals == 1)
                watch.send(signal: SIGINT)
                _ = try await watch.end(within: .seconds(20))
                let got = try await second.run(["get", "1.52"] + place + relay.options)
                #expect(got.status == 0, "\(got.everything)")
            }
        }
    }

    @Test(
        "Wrong options are reported before anything is opened",
        arguments: [
            (["discover", "--via", "bench:7070", "--relay-fingerprint", pin], "--via needs relay://HOST:PORT", 2),
            (["discover", "--via", "relay://bench:7070"], "--via needs one way to know the relay", 2),
            (["discover", "--relay-ca", "ca.pem"], "the options of a relay need --via relay://HOST:PORT", 2),
            (
                ["discover", "--via", "relay://b:1", "--relay-fingerprint", "12"],
                "needs 64 hexadecimal digits, not `12`", 2
            ),
            (
                ["run", "--simulated", "lock", "--via", "relay://b:1", "--relay-ca", "x"],
                "--via is for an accessory on", 2
            ),
            (
                ["discover", "--via", "relay://127.0.0.1:1", "--relay-fingerprint", pin], "a relay needs a token that",
                2
            ),
            (["relay", "--allow", "127.0.0.1"], "put one into a file for --token-file, or into ASSAY_RELAY_TOKEN", 2),
            (
                ["relay", "--allow", "127.0.0.1", "--token-file", "none"],
                "the file none with the relay's token cannot", 2
            ),
            (
                ["relay", "--allow", "lamp", "--token-file", "token"], "--allow needs an address or a network, such as",
                2
            ),
            (
                ["relay", "--allow", "::1", "--token-file", "short"],
                "the relay's token in the file short has 5 characters", 2
            ),
            (["relay", "--allow", "::1", "--key", "k"], "--certificate and --key belong together", 2),
            (
                ["relay", "--allow", "::1", "--token-file", "token", "--certificate", "token", "--key", "token"],
                "the file token holds no certificate in PEM", 2
            ),
            (["relay", "--token-file", "token"], "--allow", 2),
            (
                ["profile", "check", "relayed.yaml"],
                "relayed.yaml:1:30: `fingerprint` needs 64 hexadecimal digits, not `12`", 2
            ),
            (
                ["profile", "check", "nowhere.yaml"],
                "nowhere.yaml:1:30: `relay` needs relay://HOST:PORT, as in relay://bench.example:7070, not `bench`", 2
            ),
        ] as [([String], String, Int32)]
    )
    func options(_ words: [String], _ message: String, _ status: Int32) async throws {
        try await Workspace.with { workspace in
            try workspace.write("\(RunningRelay.token)\n", to: "token")
            try workspace.write("short", to: "short")
            let relayed = "reach: {address: \"a:1\", via: {relay: \"relay://bench:1\", fingerprint: \"12\"}}\n"
            try workspace.write(relayed, to: "relayed.yaml")
            try workspace.write("reach: {address: \"a:1\", via: {relay: bench, ca: ca.pem}}\n", to: "nowhere.yaml")
            let done = try await AssayProgram(in: workspace).run(words)
            expect(done, says: message, status: status)
        }
    }

    private static let pin = String(repeating: "ab", count: 32)
}
