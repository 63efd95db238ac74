import Glibc
import HAPModel
import Processes
import Testing

/// From `pair` to `unpair`, with an accessory that another process simulates.
@Suite("Lifecycle", .takingTurns)
struct LifecycleTests {
    private func pairings(_ workspace: Workspace) throws -> Int? {
        try JSON.parse(try workspace.bytes("accessory/state.json"))["pairings"]?.arrayValue?.count
    }

    @Test("`pair` keeps a pairing that `run` and `inspect` use without a setup code, until `unpair` removes it")
    func pairToUnpair() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb", ["--state", workspace.path("accessory")]) { accessory in
                let address = ["--address", accessory.address]
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let paired = try await assay.run(["pair"] + address)
                #expect(paired.status == 0, "\(paired.everything)")
                #expect(
                    paired.output.hasPrefix("Paired with ") && paired.output.hasSuffix(" at \(accessory.address).\n")
                )
                #expect(try pairings(workspace) == 1)
                let twice = try await assay.run(["pair"] + address)
                #expect(twice.output == "A pairing with \(accessory.address) is already kept.\n")

                assay.environment = [:]
                let run = try await assay.run(["run"] + Self.cases + address)
                #expect(run.status == 0, "\(run.everything)")
                let verdicts = try #require(try workspace.summary()["verdicts"]?.arrayValue)
                for pattern in Self.cases {
                    let prefix = pattern.prefix { $0 != "*" }
                    #expect(verdicts.contains { ($0["case"]?.stringValue ?? "").hasPrefix(prefix) }, "no \(pattern)")
                }
                let unjudged = verdicts.filter { !["passed", "skipped"].contains($0["outcome"]?.stringValue) }
                #expect(unjudged.isEmpty, "\(unjudged.compactMap(\.["instance"]))")
                let skipped = verdicts.filter { $0["outcome"] == "skipped" }
                #expect(
                    skipped.contains {
                        $0["reason"]?.stringValue?.hasPrefix("it needs an unpaired accessory, but") == true
                    }
                )
                #expect(verdicts.count > 3 * skipped.count)
                #expect(try pairings(workspace) == 1)

                #expect(try await accessory.order("set 1.52 41") == "ok")
                let inspected = try await assay.run(["inspect"] + address)
                #expect(inspected.status == 0, "\(inspected.everything)")
                #expect(inspected.output.contains(#/Brightness.*41/#), "\(inspected.output)")
                #expect(inspected.errors == "")

                let unpaired = try await assay.run(["unpair"] + address)
                #expect(unpaired.status == 0, "\(unpaired.everything)")
                #expect(unpaired.output == "The pairing with \(accessory.address) is removed.\n")
                #expect(try pairings(workspace) == 0)
                let again = try await assay.run(["unpair"] + address)
                #expect(again.status == 2)
            }
        }
    }

    @Test(
        "A kept pairing always stays, and controllers that were added through it are removed or reported",
        arguments: [
            ("remove-pairing-not-effective", 5, 2, true), ("list-separator-missing", 0, 1, false),
            // Its responses about pairings do not decrypt, so nothing is judged by them, but pair-verify shows that the controllers are gone.
            ("remove-response-plaintext", 5, 1, false),
        ]
    )
    func keptPairingStays(_ defect: String, _ status: Int32, _ pairings: Int, _ isLeft: Bool) async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            let arguments = ["--state", workspace.path("accessory"), "--defect", defect]
            try await assay.simulating("lightbulb", arguments) { accessory in
                let address = ["--address", accessory.address]
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                #expect(try await assay.run(["pair"] + address).status == 0)
                assay.environment = [:]
                let run = try await assay.run(["run", "pairings.add"] + address)
                #expect(run.status == status, "\(run.everything)")
                #expect(run.errors.contains("not undone: ") == isLeft, "\(run.everything)")
                #expect(try self.pairings(workspace) == pairings)
                // The kept pairing still works; the remaining controllers are reported again.
                let inspected = try await assay.run(["inspect"] + address)
                #expect(inspected.output.contains("Brightness"), "\(inspected.everything)")
                #expect(inspected.status == (isLeft ? 5 : 0), "\(inspected.everything)")
            }
        }
    }

    /// Procedures with and without a session, loops, documents and a monitor; one that needs the setup code.
    private static let cases = [
        "pair-setup.complete", "pair-verify.*", "pairings.add", "write.round-trip", "write.at-the-same-time",
        "database.complete", "read.twice", "values.*", "session.frames-open",
    ]

    @Test("Without a setup code and a kept pairing, cases that need neither run, and the others are reported")
    func withoutCode() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                let run = try await assay.run("run", "--address", accessory.address, "pair-verify.unpaired", "write.*")
                #expect(run.status == 5, "\(run.everything)")
                let reason =
                    "Assay has no setup code and no kept pairing, so nothing that needs a pairing can be done; "
                    + "set ASSAY_SETUP_CODE, or use --setup-code or a profile\n"
                #expect(run.errors.hasPrefix(reason))
            }
        }
    }

    @Test("A pairing with an accessory that no longer exists stays kept until --forget")
    func gone() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            var address = ""
            try await assay.simulating("lightbulb") { accessory in
                address = accessory.address
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let pair = try await assay.run("pair", "--address", address)
                #expect(pair.status == 0, "\(pair.everything)")
            }
            let kept = try workspace.bytes(".local/state/assay/pairings.json")
            #expect(try await assay.run("unpair", "--address", address).status == 3)
            #expect(try workspace.bytes(".local/state/assay/pairings.json") == kept)
            let unpair = try await assay.run("unpair", "--address", address, "--forget")
            #expect(unpair.status == 0, "\(unpair.everything)")
            #expect(unpair.output == "The pairing with \(address) is deleted here; the accessory did not remove it.\n")
            #expect(try JSON.parse(workspace.bytes(".local/state/assay/pairings.json")) == [:])
        }
    }

    @Test("Read-only values are not recorded as debts: the run is clean, and nothing is left to undo")
    func readOnly() async throws {
        try await Workspace.with { workspace in
            var assay = AssayProgram(in: workspace)
            try await assay.simulating("lightbulb") { accessory in
                assay.environment["ASSAY_SETUP_CODE"] = accessory.setupCode
                let cases = ["write.read-only", "write.mixed", "write.all-fail", "write.failed-entry"]
                let run = try await assay.run(["run", "--address", accessory.address] + cases)
                #expect(run.status == 0, "\(run.everything)")
            }
            let files = try workspace.files(below: ".local/state/assay")
            #expect(files.filter { $0.hasPrefix("ledger-") } == [])
        }
    }

    @Test("Commands on standard input change the accessory while it runs, and `quit` ends it")
    func orders() async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let child = try assay.start(["simulate", "switch", "--port", "0"])
            _ = try await child.line()
            func order(_ words: String) async throws -> String {
                try child.say(words)
                return try await child.line()
            }
            #expect(try await order("set 1.66 10") == "ok")
            try child.say("show")
            var shown: [String] = []
            while shown.last?.hasPrefix("1.66 ") != true { shown.append(try await child.line()) }
            #expect(shown.last?.hasSuffix(": 10") == true, "\(shown)")
            #expect(shown.count > 5)
            try child.say("dance")
            while shown.last?.hasPrefix("unknown command") != true { shown.append(try await child.line()) }
            #expect(shown.last == "unknown command `dance`; expected one of set, press, on, off, show, help, quit")
            #expect(try await order("press 1.34 1") == "ok")
            #expect(try await order("set 1.66") == "usage: set AID.IID VALUE")
            try child.say("quit")
            #expect(try await child.end(within: .seconds(5)).ending == .init(status: 0, isSignal: false))
        }
    }

    @Test(
        "A signal ends `simulate` immediately, also with an open connection and without input",
        arguments: [SIGTERM, SIGINT]
    )
    func signals(_ number: Int32) async throws {
        try await Workspace.with { workspace in
            let assay = AssayProgram(in: workspace)
            let child = try assay.start(["simulate", "lightbulb", "--port", "0"])
            let greeting = try await child.line()
            let port = try #require(greeting.firstMatch(of: /:(\d+),/).flatMap { Int($0.1) })
            child.closeInput()
            try await Relay.with(port: port) { relay in
                // The accessory has started a pair-setup and is sending its response.
                let reached = relay.stop(at: .init(request: 0, isAnswered: true))
                var visitor = assay
                visitor.environment["ASSAY_SETUP_CODE"] = "518-08-582"
                let pair = try visitor.start(["pair", "--address", relay.address])
                for await _ in reached { break }
                child.send(signal: number)
                #expect(try await child.end(within: .seconds(5)).ending == .init(status: 0, isSignal: false))
                pair.send(signal: SIGKILL)
                try await pair.end(within: .seconds(5))
            }
        }
    }
}
